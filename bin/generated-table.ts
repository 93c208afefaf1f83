// Replaces a generated table in a hand-written Markdown page.

/** Escapes text for a Markdown table cell. */
export const escapeTableCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** Replaces the text between the two markers of a table. Throws if the page lacks the markers. */
export function replaceTable(page: string, name: string, lines: readonly string[]): string {
  const [beginning, end] = [`<!-- ${name}: written by npm run generate. -->`, `<!-- End of ${name}. -->`]
  const [before, rest] = page.split(beginning)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`The page lacks '${beginning}' or '${end}'.`)
  return `${before}${beginning}\n\n${lines.join('\n')}\n\n${end}${after}`
}
