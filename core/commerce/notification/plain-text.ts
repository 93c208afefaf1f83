// Converts the HTML of a mail to plain text, with line breaks for block elements.

const lineBreakTags = /<(?:br|hr|\/p|\/div|\/h[2-6]|\/li|\/tr|\/table|\/section|\/blockquote)\b[^<>]*>/gi
const cellTags = /<\/(?:td|th)>/gi
const itemTags = /<li\b[^<>]*>/gi
const linkTags = /<a\b[^<>]*\bhref="([^"<>]*)"[^<>]*>([^<]*)<\/a>/gi
const anyTag = /<[^<>]*>/g
const htmlEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" }

/** Expects sanitised markup. A link's address follows its text. */
export function toPlainMailText(html: string): string {
  const lines = html
    .replace(/[\r\n\t]+/g, ' ')
    .replace(linkTags, (_all, href: string, words: string) => (href === words ? words : `${words} (${href})`))
    .replace(itemTags, '- ')
    .replace(cellTags, ' ')
    .replace(lineBreakTags, '\n')
    .replace(anyTag, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, (_all, name: string) => htmlEntities[name]!)
    .split('\n')
  const trimmed = lines.map((line) => line.trim().replace(/ {2,}/g, ' '))
  return `${trimmed
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`
}
