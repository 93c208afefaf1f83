// The frame of every admin page: head with the client's script, menu, and the signed-in account.
import type { AdminLanguage } from '#core/storage/admin/define.js'
import { pagePolicy } from '../../http/page-policy.js'
import { html, type TextReply } from '../../http/reply.js'
import { clientAddress } from '../client.js'
import { type AdminScope, adminRoot } from '../gate/scope.js'
import { csrfOf } from '../gate/visitor.js'
import { menuOf } from '../transport/menu.js'
import { csrfField } from '../transport/shape.js'
import { type PageTexts, pageTexts } from '../wording/page-texts.js'
import { type Markup, markup } from './markup.js'

/** The context of a page: visitor, texts and addresses. */
export interface Drawing {
  readonly scope: AdminScope
  readonly texts: PageTexts
  /** The public address of an admin page. */
  at(path: string): string
  /** The hidden CSRF field of every form. */
  readonly csrf: Markup
}

export function drawingFor(scope: AdminScope): Drawing {
  const { app, server, visitor, language } = scope
  return {
    scope,
    texts: pageTexts(language),
    at: (path) => server.pathTo(`${adminRoot}/${path}`),
    csrf: markup`<input type="hidden" name="${csrfField}" value="${csrfOf(app, visitor)}">`,
  }
}

export interface Page {
  readonly title: string
  readonly content: Markup
  readonly status?: number
  /** The path below the admin, to mark the menu entry. */
  readonly path?: string
}

function menu({ scope, texts, at }: Drawing, path: string): Markup {
  const areas = menuOf(scope).map(({ label, entries }) => {
    const items = entries.map(({ kind, name, label: entry, script }) => {
      const target = kind === 'list' ? `records/${name}` : script === undefined ? name : `screens/${name}`
      const current = target === path ? markup` aria-current="page"` : null
      return markup`<li><a href="${at(target)}"${current}>${entry}</a></li>`
    })
    return markup`<h2>${label}</h2><ul>${items}</ul>`
  })
  return markup`<nav aria-label="${texts.menu}">${areas}</nav>`
}

function account({ scope, texts, at, csrf }: Drawing): Markup {
  const { session, name } = scope.visitor
  const leave = session && markup`<button>${texts.signOut}</button>`
  return markup`<form method="post" action="${at('sign-out')}">${csrf}<span>${texts.signedInAs} ${session?.account.name ?? name}</span>${leave ?? null}</form>`
}

/** A page for signed-in visitors. */
export function framed(drawing: Drawing, { title, content, status = 200, path = '' }: Page): Promise<TextReply> {
  const { scope, texts, at } = drawing
  const body = markup`<a class="skip" href="#content">${texts.toContent}</a>
<header><a href="${at('')}">${texts.admin}</a>${account(drawing)}</header>
<div class="page">${menu(drawing, path)}<main id="content"><h1>${title}</h1>${content}</main></div>`
  return whole(scope, scope.language, { title, body, status })
}

/** A page for visitors who are not signed in. */
export function door(scope: AdminScope, { title, content, status = 200 }: Page): Promise<TextReply> {
  const body = markup`<main class="door" id="content"><h1>${title}</h1>${content}</main>`
  return whole(scope, scope.language, { title, body, status })
}

interface Whole {
  readonly title: string
  readonly body: Markup
  readonly status: number
}

async function whole({ server }: AdminScope, language: AdminLanguage, { title, body, status }: Whole): Promise<TextReply> {
  const { admin } = pageTexts(language)
  const script = await clientAddress(server)
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
  const reply = html(page.text, status, `${pagePolicy}; frame-src 'self'`)
  // Browsers send the form's origin only if the page's referrer policy allows it.
  return { ...reply, headers: { ...reply.headers, 'referrer-policy': 'same-origin', 'cache-control': 'no-store' } }
}
