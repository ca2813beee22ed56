import { simulate } from "./shard";

simulate(2);
