// The frame of pages without script: head, menu, texts and style.
import { getTextDirection } from '#core/contract.js'
import { pagePolicy, type Markup, markup } from '../../http/markup.js'
import { createHtmlReply, createReply, type TextReply, type Reply } from '../../http/reply.js'
import { getClientAddress } from '../client-bundle.js'
import { type AdminScope, adminRoot, createCsrfToken } from '../gate/admin-scope.js'
import { createMenu } from '../api/menu.js'
import { csrfField, type AdminLanguage } from '../api/shape.js'
import de from '../../../messages/admin-pages.de.json' with { type: 'json' }
import en from '../../../messages/admin-pages.en.json' with { type: 'json' }
import he from '../../../messages/admin-pages.he.json' with { type: 'json' }

export type AdminPageTexts = Readonly<Record<keyof typeof en, string>>

const textsByLanguage: Readonly<Record<AdminLanguage, AdminPageTexts>> = { en, de, he }

/** Texts of the pages without script, in the languages of the admin. */
export const getPageTexts = (language: AdminLanguage): AdminPageTexts => textsByLanguage[language]

/** The context of a page: visitor, texts and addresses. */
export interface PageContext {
  readonly scope: AdminScope
  readonly texts: AdminPageTexts
  /** The public address of an admin page. */
  at(path: string): string
  /** The hidden CSRF field of every form. */
  readonly csrf: Markup
}

export function createPageContext(scope: AdminScope): PageContext {
  const { app, server, caller, language } = scope
  return {
    scope,
    texts: getPageTexts(language),
    at: (path) => server.pathTo(`${adminRoot}/${path}`),
    csrf: markup`<input type="hidden" name="${csrfField}" value="${createCsrfToken(app, caller)}">`,
  }
}

interface PageContent {
  readonly title: string
  readonly content: Markup
  readonly status?: number
  /** The path below the admin, to mark the menu entry. */
  readonly path?: string
}

function drawMenu({ scope, texts, at }: PageContext, path: string): Markup {
  const areas = createMenu(scope).map(({ label, entries }) => {
    const items = entries.map(({ kind, name, label: entry, script }) => {
      const target = kind === 'list' ? `records/${name}` : script === undefined ? name : `screens/${name}`
      const current = target === path ? markup` aria-current="page"` : null
      return markup`<li><a href="${at(target)}"${current}>${entry}</a></li>`
    })
    return markup`<h2>${label}</h2><ul>${items}</ul>`
  })
  return markup`<nav aria-label="${texts.menu}">${areas}</nav>`
}

function drawAccount({ scope, texts, at, csrf }: PageContext): Markup {
  const { session, name } = scope.caller
  const leave = session && markup`<button>${texts.signOut}</button>`
  return markup`<form method="post" action="${at('sign-out')}">${csrf}<span>${texts.signedInAs} ${session?.account.name ?? name}</span>${leave ?? null}</form>`
}

/** A page for signed-in visitors. */
export function drawFramedPage(
  drawing: PageContext,
  { title, content, status = 200, path = '' }: PageContent,
): Promise<TextReply> {
  const { scope, texts, at } = drawing
  const body = markup`<a class="skip" href="#content">${texts.toContent}</a>
<header><a href="${at('')}">${texts.admin}</a>${drawAccount(drawing)}</header>
<div class="page">${drawMenu(drawing, path)}<main id="content"><h1>${title}</h1>${content}</main></div>`
  return drawDocument(scope, scope.language, { title, body, status })
}

/** A page for visitors who are not signed in. */
export function drawSignedOutPage(scope: AdminScope, { title, content, status = 200 }: PageContent): Promise<TextReply> {
  const body = markup`<main class="door" id="content"><h1>${title}</h1>${content}</main>`
  return drawDocument(scope, scope.language, { title, body, status })
}

interface HtmlDocument {
  readonly title: string
  readonly body: Markup
  readonly status: number
}

async function drawDocument(
  { server }: AdminScope,
  language: AdminLanguage,
  { title, body, status }: HtmlDocument,
): Promise<TextReply> {
  const { admin } = getPageTexts(language)
  const script = getClientAddress(server)
  const style = markup`<link rel="stylesheet" href="${server.pathTo(`${adminRoot}/page.css`)}">`
  // With scripts the client draws the page. This content would only flash before.
  const unscripted = (part: Markup): Markup => markup`<noscript>${part}</noscript>`
  const page = markup`<!doctype html>
<html lang="${language}" dir="${getTextDirection(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title === admin ? admin : `${title} – ${admin}`}</title>
<link rel="icon" href="data:,">
${unscripted(style)}
<script type="module" src="${script}"></script>
</head>
<body>
${unscripted(body)}
</body>
</html>
`
  const reply = createHtmlReply(page.text, status, `${pagePolicy}; frame-src 'self'`)
  // Browsers send the form's origin only if the page's referrer policy allows it.
  return { ...reply, headers: { ...reply.headers, 'referrer-policy': 'same-origin', 'cache-control': 'no-store' } }
}

const pageStyle = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#1c2430, #e8ecf2); --muted: light-dark(#566274, #aab5c4); --accent: light-dark(#0b5cad, #7cb8ff);
  --line: light-dark(#d3dae3, #3a4554); --ground: light-dark(#fff, #12181f); --panel: light-dark(#f5f7fa, #1c242e);
  --edge: light-dark(#7b8794, #8894a4); --alert: light-dark(#b3261e, #ff9a91);
}
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; color: var(--ink); background: var(--ground); }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; inset-block-start: -10rem; }
.skip:focus { inset-block-start: 0.5rem; inset-inline-start: 0.5rem; background: var(--ground); padding: 0.5rem 1rem; }
header { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; align-items: center; justify-content: space-between; padding: 0.75rem 1.25rem; border-block-end: 1px solid var(--line); }
header a { font-weight: 700; color: inherit; text-decoration: none; }
header form { display: flex; gap: 0.75rem; align-items: center; }
.page { display: grid; grid-template-columns: minmax(11rem, 15rem) minmax(0, 1fr); }
nav { padding: 1rem 1.25rem; background: var(--panel); border-inline-end: 1px solid var(--line); }
nav h2 { font-size: 0.8rem; margin: 1rem 0 0.25rem; color: var(--muted); }
nav ul, .issues ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: block; padding: 0.3rem 0; color: inherit; }
nav a[aria-current] { font-weight: 700; }
main { padding: 1rem 1.25rem 4rem; max-width: 70rem; min-width: 0; }
h1 { font-size: 1.5rem; margin: 0.25rem 0 1rem; }
.door { max-width: 26rem; margin: 2rem auto; }
.field { margin: 0 0 1rem; max-width: 46rem; }
.field label, .field .label { display: block; font-weight: 600; margin-block-end: 0.25rem; }
.field small, .hint { display: block; color: var(--muted); margin-block-start: 0.2rem; }
input, select, textarea, button { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--edge); border-radius: 6px; padding: 0.45rem 0.6rem; min-height: 2.5rem; max-width: 100%; }
input:not([type="checkbox"]), textarea { width: 100%; }
input[type="checkbox"] { min-height: 0; margin-inline-end: 0.5rem; }
textarea { min-height: 6rem; }
.code { font-family: ui-monospace, Consolas, monospace; font-size: 0.9rem; }
button { cursor: pointer; font-weight: 600; }
button.main { background: var(--accent); border-color: var(--accent); color: var(--ground); }
[aria-invalid="true"] { border-color: var(--alert); border-width: 2px; }
.issues { border: 1px solid var(--alert); border-inline-start-width: 5px; border-radius: 6px; padding: 0.75rem 1rem; margin: 0 0 1.25rem; }
.issue { color: var(--alert); margin: 0.25rem 0 0; }
.said { background: var(--panel); border-radius: 6px; padding: 0.6rem 1rem; }
.bar { display: flex; flex-wrap: wrap; gap: 0.75rem 1rem; align-items: end; margin: 0 0 1rem; }
.bar label { display: grid; gap: 0.25rem; font-weight: 600; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; padding-block: 0.45rem; padding-inline-end: 0.75rem; border-block-end: 1px solid var(--line); vertical-align: top; }
th { white-space: nowrap; }
.remove { margin-block-start: 2.5rem; padding-block-start: 1rem; border-block-start: 1px solid var(--line); }
output.token { display: block; overflow-wrap: anywhere; padding: 0.75rem; background: var(--panel); border-radius: 6px; }
@media (max-width: 45rem) { .page { grid-template-columns: minmax(0, 1fr); } nav { border-inline-end: 0; } }
`

/** The style sheet of the pages without script. The client has its own. */
export function readPageStyle(): Reply {
  return createReply(pageStyle, 'text/css; charset=utf-8', { 'cache-control': 'no-cache' })
}
