// The layout of every mail: logo, content, imprint and links to the shop's pages, in the colours of the theme. Mail programs need tables and inline styles.
import { getTextDirection } from '../../foundation/language.js'
import { escapeHtml } from '../../foundation/rich-text.js'
import type { RecordOf } from '../../foundation/property/typing.js'
import { settings } from '../../model/entities/store/settings.js'
import { store } from '../../model/entities/store/store.js'
import { minimumContrast, mixColors, reachContrast } from '../../model/storefront/contrast.js'
import type { Theme } from '../../model/storefront/theme.js'
import { toLanguagePath, listMailPages, toPagePath } from '../../shop/language.js'
import type { Mail } from '../../storage/mail-queue.js'
import type { ServiceContext } from '../../storage/service-context.js'
import type { Letterhead } from '../document/define.js'
import { buildLetterhead } from '../document/rows.js'

/** Colours of the light scheme, and their counterparts `dark…` of the dark scheme. */
export interface MailColors {
  readonly accent: string
  readonly accentInk: string
  readonly ink: string
  readonly muted: string
  readonly line: string
  readonly darkAccent: string
  readonly darkInk: string
  readonly darkMuted: string
  readonly darkLine: string
}

export interface MailLayout {
  readonly language: string
  readonly shop: Letterhead
  /** An absolute URL. null without a logo, and if mail programs cannot show it. */
  readonly logo: string | null
  /** Links of the footer. */
  readonly pages: readonly { readonly title: string; readonly link: string }[]
  readonly colors: MailColors
}

const [white, black] = ['#ffffff', '#000000']
const [defaultAccent, defaultNeutral] = ['#1f5c4d', '#211f1b']
const [ground, darkGround, darkCard] = ['#f4f3f0', '#121212', '#1e1e1e']

export function createMailColors({ accent = defaultAccent, neutral = defaultNeutral }: Theme): MailColors {
  return {
    accent: reachContrast(accent, white, black),
    accentInk: white,
    ink: neutral,
    muted: reachContrast(mixColors(neutral, white, 0.35), ground, black),
    line: mixColors(neutral, white, 0.86),
    darkAccent: reachContrast(accent, darkCard, white, minimumContrast + 1),
    darkInk: mixColors(neutral, white, 0.92),
    darkMuted: reachContrast(mixColors(neutral, white, 0.6), darkCard, white),
    darkLine: '#3a3a3a',
  }
}

/** @param url of the shop; '' if unknown. Mails have neither a logo nor links then */
export async function loadMailLayout(fresh: ServiceContext, language: string, url: string): Promise<MailLayout> {
  const work = await fresh.at()
  const [[own], [shopSettings]] = [await work.records(store), await work.records(settings)]
  const base = url.replace(/\/$/, '')
  // Most mail programs do not show SVG files.
  const logo = own?.logo && !/\.svg$/i.test(own.logo) ? own.logo : null
  const pages = base === '' ? [] : await listMailPages(work, language)
  return {
    language,
    shop: await buildLetterhead(work, language, url),
    logo: base === '' || logo === null ? null : `${base}/pictures/${encodeURIComponent(logo)}`,
    pages: pages.map((page) => ({ title: page.title, link: base + toLanguagePath(work, language, toPagePath(page)) })),
    colors: createMailColors(shopSettings?.theme ?? {}),
  }
}

/** The address of the shop for replies of customers: support, else sales. '' if unknown. */
export const getReplyAddress = (shop: Pick<RecordOf<typeof store>, 'email_sales' | 'email_support'> | undefined): string =>
  shop?.email_support || shop?.email_sales || ''

/** The imprint: name, address and contact, one line each. Empty lines are left out. */
function listImprint({ shop }: MailLayout): readonly string[] {
  const { name, line1, line2, zip, city, country, phone, email_support, email_sales, company_register, vat_id } = shop
  const place = [line1, line2, `${zip} ${city}`.trim(), country].filter((part) => part !== '').join(', ')
  const contact = [phone, email_support || email_sales].filter((part) => part !== '').join(' · ')
  return [name, place, contact, [company_register, vat_id].filter((part) => part !== '').join(' · ')].filter((row) => row !== '')
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

const renderStyle = ({ darkAccent, darkInk, darkMuted, darkLine }: MailColors): string => `<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
.content p{margin:0 0 16px}.content h2,.content h3{margin:24px 0 8px;line-height:1.3}.content img{max-width:100%}
@media (max-width:480px){.card{padding:24px 18px!important}.half{display:block!important;width:100%!important;padding:0 0 16px!important}.stack{display:block!important;padding:0!important;white-space:normal!important}.stack+.stack{padding:0 0 8px!important}.picture{width:64px!important}.picture img{width:52px!important}}
@media (prefers-color-scheme:dark){
.ground{background:${darkGround}!important}.card{background:${darkCard}!important;border-color:${darkLine}!important}
.ink,.ink p,.ink li,.ink h2,.ink h3{color:${darkInk}!important}.muted{color:${darkMuted}!important}.line{border-color:${darkLine}!important}
.ink a,.accent{color:${darkAccent}!important}.muted a{color:${darkMuted}!important}.ink a.button{background:${darkAccent}!important;color:${black}!important}
}
</style>`

/** A link that looks like a button. Programs that ignore the background show a bold link. */
export const renderMailButton = (label: string, link: string, { accent, accentInk }: MailColors): string =>
  `<p style="margin:8px 0 24px"><a class="button" href="${escapeHtml(link)}" style="display:inline-block;background:${accent};color:${accentInk};font-weight:600;text-decoration:none;padding:12px 20px;border-radius:8px">${escapeHtml(label)}</a></p>`

/** The accent colour of links that have no style of their own. */
const colorLinks = (content: string, { accent }: MailColors): string =>
  content.replace(/<a (?![^<>]*\bstyle=)/g, `<a style="color:${accent}" `)

/** @param content sanitised markup */
function renderMailPage(content: string, title: string, layout: MailLayout): string {
  const { language, logo, pages, colors, shop } = layout
  const direction = getTextDirection(language)
  const name = escapeHtml(shop.name)
  const brand =
    logo === null
      ? name
      : `<img src="${escapeHtml(logo)}" alt="${name}" height="40" style="display:block;border:0;height:40px;width:auto;max-width:240px">`
  const head =
    shop.url === ''
      ? brand
      : `<a class="accent" href="${escapeHtml(shop.url)}" style="color:${colors.accent};text-decoration:none">${brand}</a>`
  const end = direction === 'rtl' ? 'left' : 'right'
  const links = pages.map(
    (page) =>
      `<a href="${escapeHtml(page.link)}" style="color:${colors.muted};display:inline-block;padding:4px 0;padding-${end}:14px">${escapeHtml(page.title)}</a>`,
  )
  // A phone number or an English name would otherwise be reordered between Hebrew texts.
  const imprint = listImprint(layout).map((line) =>
    line
      .split(' · ')
      .map((part) => `<bdi>${escapeHtml(part)}</bdi>`)
      .join(' · '),
  )
  const small = `${font};font-size:13px;line-height:1.6;color:${colors.muted}`
  return `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
${renderStyle(colors)}
</head>
<body class="ground" style="margin:0;padding:0;background:${ground}">
<div role="main"><table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:${ground}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px" dir="${direction}">
<tr><td class="accent" style="${font};font-size:20px;font-weight:700;color:${colors.accent};padding:0 4px 16px">${head}</td></tr>
<tr><td class="card ink content" style="${font};font-size:16px;line-height:1.55;color:${colors.ink};background:${white};border:1px solid ${colors.line};border-radius:12px;padding:32px">${colorLinks(content, colors)}</td></tr>
<tr><td class="muted" style="${small};padding:16px 4px 0">${imprint.map((row, index) => (index === 0 ? `<b>${row}</b>` : row)).join('<br>')}${links.length === 0 ? '' : `<br><br>${links.join(' ')}`}</td></tr>
</table>
</td></tr></table></div>
</body>
</html>
`
}

/** Paragraphs and links of a mail that has only plain text. */
const renderPlainText = (text: string, colors: MailColors): string =>
  text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => {
      const escaped = escapeHtml(paragraph).replaceAll('\n', '<br>')
      const linked = escaped.replace(
        /https?:\/\/[^\s<>"]+/g,
        (link) => `<a href="${link}" style="color:${colors.accent};word-break:break-all">${link}</a>`,
      )
      return `<p style="margin:0 0 16px">${linked}</p>`
    })
    .join('')

/** The mail in the layout of the shop, also as plain text. A mail without HTML gets it. */
export function applyMailLayout(mail: Mail, layout: MailLayout): Mail {
  const footer = [listImprint(layout).join('\n'), layout.pages.map(({ title, link }) => `${title}: ${link}`).join('\n')]
  const text = [
    mail.text.trimEnd(),
    ...footer.filter((part) => part !== '').map((part, index) => (index === 0 ? `-- \n${part}` : part)),
  ]
  const content = mail.html ?? renderPlainText(mail.text, layout.colors)
  return { ...mail, text: `${text.join('\n\n')}\n`, html: renderMailPage(content, mail.subject, layout) }
}
