// How a value that a caller sent stands in a sentence.

/** The value as text, cut short. Parsed bodies hold objects without a prototype, which `String` cannot spell. */
export function spell(value: unknown, most = 60): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')
  return text.length > most ? `${text.slice(0, most)}…` : text
}

/** Names as a sentence lists them: `'a', 'b'`. */
export function quoted(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ')
}
