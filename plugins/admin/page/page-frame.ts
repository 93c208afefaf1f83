// The frame of every admin page: head with the client's script, menu, and the signed-in account.
import type { AdminLanguage } from '#core/surface.js'
import { pagePolicy } from '../../http/page-policy.js'
import { createHtmlReply, type TextReply } from '../../http/reply.js'
import { getClientAddress } from '../client-bundle.js'
import { type AdminScope, adminRoot } from '../gate/admin-scope.js'
import { createCsrfToken } from '../gate/admin-caller.js'
import { createMenu } from '../api/menu.js'
import { csrfField } from '../api/shape.js'
import { type AdminPageTexts, getPageTexts } from '../wording/page-texts.js'
import { type Markup, markup } from '../../http/markup.js'

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

export interface PageContent {
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
  const script = await getClientAddress(server)
  const style = markup`<link rel="stylesheet" href="${server.pathTo(`${adminRoot}/page.css`)}">`
  // With scripts the client draws the page. This content would only flash before.
  const unscripted = (part: Markup): Markup => markup`<noscript>${part}</noscript>`
  const page = markup`<!doctype html>
<html lang="${language}">
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
