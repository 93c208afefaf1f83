// Serves a page for every problem type, so the `type` URL of an error opens in a browser and explains what to do.
import { createMessage, getTextDirection, type MessageText, NotFoundError } from '#core/contract.js'
import { describeErrorCode, errorCodes, escapeHtml, type messageFormat, type Registry } from '#core/surface.js'
import { findErrorLanguage, writeMessage } from './error-language.js'
import type { Route, ServerInfo, ServiceRequest } from './mount.js'
import { toProblemSlug, errorStatuses } from './problem-reply.js'
import { createHtmlReply, type Reply } from './reply.js'

/** The language of a page, and the texts in it, escaped. */
export interface PageWriter {
  readonly language: string
  write(message: MessageText): string
}

export function createPageWriter(registry: Registry, language: string | null): PageWriter {
  return { language: language ?? 'en', write: (message) => escapeHtml(writeMessage(message, registry, language)) }
}

function renderPage({ language }: PageWriter, title: string, body: string): string {
  return `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${getTextDirection(language)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
  body { font: 1.0625rem/1.6 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1.25rem; color: #1c2430; background: #fff }
  h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem }
  code { font: .95em ui-monospace, monospace; background: #eef1f5; padding: .1em .35em; border-radius: .25em }
  dt { font-weight: 600; margin-top: 1rem } dd { margin: 0 }
  a { color: #0b57a8 }
  @media (prefers-color-scheme: dark) { body { color: #e6e9ee; background: #14181e } code { background: #262d37 } a { color: #8cbcff } }
</style>
<body>
${body}
</body>
</html>
`
}

/** Renders a rejected form or address as a page, with the status and headers of its problem details. */
export function createRejectionPage(
  problem: Reply & { readonly body: string },
  writer: PageWriter,
  { isForm }: { readonly isForm: boolean },
): Reply {
  const { title, detail } = JSON.parse(problem.body) as { readonly title: string; readonly detail: string }
  const next = isForm ? `\n<p>${writer.write(createMessage('problems.sendFormAgain'))}</p>` : ''
  const body = `<main>\n<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(detail)}</p>${next}\n</main>`
  return copyProblemStatus(problem, createHtmlReply(renderPage(writer, escapeHtml(title), body)))
}

/** Copies the status and headers of the problem details to the page. */
export function copyProblemStatus(problem: Reply, page: Reply): Reply {
  return { ...page, status: problem.status, headers: { ...problem.headers, ...page.headers } }
}

function renderProblemPage(code: messageFormat.ErrorCode, root: string, writer: PageWriter): string {
  const { title, meaning, next } = describeErrorCode(code)
  const write = (message: MessageText): string => writer.write(message)
  return renderPage(
    writer,
    `${write(title)} (${code})`,
    `<main>
<h1>${write(title)}</h1>
<p>${write(createMessage('problems.status', { status: errorStatuses[code], code }))}</p>
<dl>
<dt>${write(createMessage('problems.cause'))}</dt><dd>${write(meaning)}</dd>
<dt>${write(createMessage('problems.solution'))}</dt><dd>${write(next)}</dd>
</dl>
<p><a href="${root}">${write(createMessage('problems.all'))}</a></p>
</main>`,
  )
}

function renderIndexPage(root: string, writer: PageWriter): string {
  const title = writer.write(createMessage('problems.index'))
  const rows = errorCodes.map(
    (code) =>
      `<dt><a href="${root}${toProblemSlug(code)}"><code>${code}</code></a> (${errorStatuses[code]})</dt><dd>${writer.write(describeErrorCode(code).meaning)}</dd>`,
  )
  const advice = writer.write(createMessage('problems.branchOnCode'))
  return renderPage(writer, title, `<main>\n<h1>${title}</h1>\n<p>${advice}</p>\n<dl>\n${rows.join('\n')}\n</dl>\n</main>`)
}

export function createProblemPageRoutes(server: ServerInfo, registry: Registry): readonly Route[] {
  const root = (request: ServiceRequest): string => escapeHtml(server.pathTo('/problems/', request))
  const getWriter = (request: ServiceRequest): PageWriter => createPageWriter(registry, findErrorLanguage(request, registry))
  const bySlug = new Map<string, messageFormat.ErrorCode>(errorCodes.map((code) => [toProblemSlug(code), code]))
  return [
    {
      method: 'GET',
      path: '/problems/',
      access: 'public',
      handle: (request) => createHtmlReply(renderIndexPage(root(request), getWriter(request))),
    },
    {
      method: 'GET',
      path: '/problems/:slug',
      access: 'public',
      handle(request) {
        const code = bySlug.get(request.params['slug'] ?? '')
        if (code === undefined) throw new NotFoundError(createMessage('errors.noProblemType'))
        return createHtmlReply(renderProblemPage(code, root(request), getWriter(request)))
      },
    },
  ]
}
