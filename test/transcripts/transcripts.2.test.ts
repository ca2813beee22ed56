import { compareTopics } from "./shard";

compareTopics(1);
