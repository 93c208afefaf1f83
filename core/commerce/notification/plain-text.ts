// Converts the HTML of a mail to plain text, with line breaks for block elements.

const breaks = /<(?:br|hr|\/p|\/div|\/h[2-6]|\/li|\/tr|\/table|\/section|\/blockquote)\b[^<>]*>/gi
const cells = /<\/(?:td|th)>/gi
const items = /<li\b[^<>]*>/gi
const links = /<a\b[^<>]*\bhref="([^"<>]*)"[^<>]*>([^<]*)<\/a>/gi
const tags = /<[^<>]*>/g
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

/** Expects sanitised markup. A link's address follows its text. */
export function plainText(html: string): string {
  const lines = html
    .replace(/[\r\n\t]+/g, ' ')
    .replace(links, (_all, href: string, words: string) => (href === words ? words : `${words} (${href})`))
    .replace(items, '- ')
    .replace(cells, ' ')
    .replace(breaks, '\n')
    .replace(tags, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_all, name: string) => entities[name]!)
    .split('\n')
  const trimmed = lines.map((line) => line.trim().replace(/ {2,}/g, ' '))
  return `${trimmed
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`
}
