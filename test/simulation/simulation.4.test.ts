import { simulate } from "./shard";

simulate(4);
