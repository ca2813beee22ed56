/** Tags to put on an order when it is bought. They cannot be changed later. */
export type Tags = Readonly<Record<string, string>>;

export const tagsToWire = (tags: Tags) => Object.entries(tags).map(([key, value]) => ({ key_name: key, value }));
