import { simulate } from "./shard";

simulate(1);
