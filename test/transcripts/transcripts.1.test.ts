import { compareTopics } from "./shard";

compareTopics(0);
