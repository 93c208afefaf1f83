// The plain text of a mail that is written as HTML: its words, with a line for what begins one.

const breaks = /<(?:br|hr|\/p|\/div|\/h[2-6]|\/li|\/tr|\/table|\/section|\/blockquote)\b[^<>]*>/gi
const cells = /<\/(?:td|th)>/gi
const items = /<li\b[^<>]*>/gi
const links = /<a\b[^<>]*\bhref="([^"<>]*)"[^<>]*>([^<]*)<\/a>/gi
const tags = /<[^<>]*>/g
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

/** Of sound markup, as the clean-up of rich texts leaves it; a link keeps its address behind its words. */
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
