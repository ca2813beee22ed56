import { isReservedKey, isReservedText } from "../reserved";

/** Tags to put on an order when it is bought. They cannot be changed later. */
export type Tags = Readonly<Record<string, string>>;

/** A key or a value with a meaning of its own to Pulumi or JavaScript is left out: it could not be read back as data. */
export const tagsToWire = (tags: Tags) =>
  Object.entries(tags)
    .filter(([key, value]) => !isReservedKey(key) && !isReservedText(value))
    .map(([key, value]) => ({ key_name: key, value }));
