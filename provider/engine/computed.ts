/** The value of a key, computed when it is first asked for: `Map.prototype.getOrInsertComputed` of later versions of Node. */
export function getOrInsertComputed<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  compute: (key: Key) => Value,
): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = compute(key);
  map.set(key, value);
  return value;
}
