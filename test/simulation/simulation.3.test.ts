import { simulate } from "./shard";

simulate(3);
