// A whole page around its content: head, header, footer and scripts.
import { getStorefrontTexts } from './language-texts.js'
import { type Markup, markup, toPlainExcerpt } from '../http/markup.js'
import { renderFooter } from './page-footer.js'
import type { PageFrame, PageUrls } from './page-frame.js'
import { renderHeader, renderLanguageLinks } from './page-header.js'
import { toTextDirection } from './text-formatter.js'
import type { StorefrontPageTexts } from './text/types.js'

/** The URLs of this page in all languages, for search engines. */
function renderAlternateLinks(
  { path, language, languages, isPrivate, canonicalQuery = '' }: PageFrame,
  addresses: PageUrls,
): Markup {
  if (path === null || isPrivate) return markup`<meta name="robots" content="noindex">\n`
  const at = (tag: string): string => addresses.origin + addresses.page(path(tag), tag) + canonicalQuery
  const alternate = (name: string, tag: string): Markup => markup`<link rel="alternate" hreflang="${name}" href="${at(tag)}">\n`
  const alternates =
    languages.length < 2 ? [] : [...languages.map((tag) => alternate(tag, tag)), alternate('x-default', languages[0]!)]
  return markup`<link rel="canonical" href="${at(language)}">\n${alternates}`
}

/** Shown by the script that logs the calls, which uses the texts of the `data-` attributes. */
function renderCallsButton({ showsCalls }: PageUrls, texts: StorefrontPageTexts): Markup | null {
  if (!showsCalls) return null
  return markup`<button type="button" class="calls-opener" hidden aria-expanded="false" data-title="${texts.calls}" data-hint="${texts.callsHint}" data-close="${texts.closeCalls}" data-sent="${texts.callSent}" data-answer="${texts.callAnswer}" data-by-hand="${texts.callByHand}">${texts.calls}</button>`
}

/** A complete page around its content. */
export function renderPageFrame(
  frame: PageFrame,
  addresses: PageUrls,
  main: Markup,
  scripts: readonly string[] = [],
  preloads: readonly string[] = [],
): string {
  const texts = getStorefrontTexts(frame.language)
  const { favicon } = addresses.site
  // Loaded before all other scripts, so it logs the first call too.
  const first = addresses.showsCalls ? [addresses.file('calls.js')] : []
  const all = [...first, ...(addresses.selling === null ? [] : [addresses.file('shop.js')]), ...scripts]
  const page = markup`<!doctype html>
<html lang="${frame.language}" dir="${toTextDirection(frame.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${frame.title === frame.shopName ? frame.title : `${frame.title} – ${frame.shopName}`}</title>
${frame.description ? markup`<meta name="description" content="${toPlainExcerpt(frame.description, 160)}">\n` : null}${renderAlternateLinks(frame, addresses)}${frame.data ?? null}<link rel="icon" href="${favicon === null ? 'data:,' : addresses.picture(favicon)}">
${frame.first ?? null}<link rel="stylesheet" href="${addresses.style}">
${frame.style === undefined ? null : markup`<link rel="stylesheet" href="${addresses.file(frame.style)}">\n`}${preloads.map((path) => markup`<link rel="modulepreload" href="${path}">\n`)}${all.map((path) => markup`<script type="module" src="${path}"></script>\n`)}</head>
<body>
<a class="skip" href="#content">${texts.toContent}</a>
${renderHeader(frame, addresses)}<main id="content"${scripts.length > 0 ? markup` class="live"` : null}>${main}</main>
${renderFooter(frame, addresses, renderLanguageLinks(frame, addresses), renderCallsButton(addresses, texts))}</body>
</html>
`
  return page.text
}
