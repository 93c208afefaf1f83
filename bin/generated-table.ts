// Replaces a generated table of a page that people write.

/** Text as the cell of a Markdown table. */
export const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** The page with the text between the two marks of a table replaced. Throws if the page lacks the marks. */
export function withTable(page: string, name: string, lines: readonly string[]): string {
  const [beginning, end] = [`<!-- ${name}: written by npm run generate. -->`, `<!-- End of ${name}. -->`]
  const [before, rest] = page.split(beginning)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`The page lacks '${beginning}' or '${end}'.`)
  return `${before}${beginning}\n\n${lines.join('\n')}\n\n${end}${after}`
}
