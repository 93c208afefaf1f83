// Formats values of callers for messages.

/** The value as text, truncated. Parsed bodies contain objects without a prototype, which `String` cannot convert. */
export function formatValue(value: unknown, maximum = 60): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')
  return text.length > maximum ? `${text.slice(0, maximum)}…` : text
}

/** Lists names for a message: `'a', 'b'`. */
export function quoteNames(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ')
}
