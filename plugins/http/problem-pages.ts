// Serves a page for every problem type, so the `type` URL of an error opens in a browser and explains what to do.
import { createMessage, NotFoundError } from '#core/contract.js'
import { errorCatalogue, escapeHtml, type messageFormat } from '#core/surface.js'
import type { Route, ServerInfo, ServiceRequest } from './mount.js'
import { toProblemSlug, errorStatuses } from './problem-reply.js'
import { createHtmlReply, type Reply } from './reply.js'

const errorCodes = Object.keys(errorCatalogue) as messageFormat.ErrorCode[]

function renderPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
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
export function createRejectionPage(problem: Reply & { readonly body: string }, { isForm }: { readonly isForm: boolean }): Reply {
  const { title, detail } = JSON.parse(problem.body) as { readonly title: string; readonly detail: string }
  const next = isForm ? '\n<p>Go back to the page, reload it, and send the form again.</p>' : ''
  const body = `<main>\n<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(detail)}</p>${next}\n</main>`
  return copyProblemStatus(problem, createHtmlReply(renderPage(title, body)))
}

/** Copies the status and headers of the problem details to the page. */
export function copyProblemStatus(problem: Reply, page: Reply): Reply {
  return { ...page, status: problem.status, headers: { ...problem.headers, ...page.headers } }
}

function renderProblemPage(code: messageFormat.ErrorCode, root: string): string {
  const entry = errorCatalogue[code]
  return renderPage(
    `${entry.title} (${code})`,
    `<main>
<h1>${escapeHtml(entry.title)}</h1>
<p>Status <code>${errorStatuses[code]}</code>, code <code>${code}</code></p>
<dl>
<dt>What happened</dt><dd>${escapeHtml(entry.meaning)}</dd>
<dt>What to do next</dt><dd>${escapeHtml(entry.next)}</dd>
</dl>
<p><a href="${root}">All problem types</a></p>
</main>`,
  )
}

function renderIndexPage(root: string): string {
  const rows = errorCodes.map(
    (code) =>
      `<dt><a href="${root}${toProblemSlug(code)}"><code>${code}</code></a> (${errorStatuses[code]})</dt><dd>${escapeHtml(errorCatalogue[code].meaning)}</dd>`,
  )
  return renderPage(
    'Problem types',
    `<main>\n<h1>Problem types</h1>\n<p>Branch on <code>code</code>, never on <code>detail</code>.</p>\n<dl>\n${rows.join('\n')}\n</dl>\n</main>`,
  )
}

export function createProblemPageRoutes(server: ServerInfo): readonly Route[] {
  const root = (request: ServiceRequest): string => escapeHtml(server.pathTo('/problems/', request))
  const bySlug = new Map(errorCodes.map((code) => [toProblemSlug(code), code]))
  return [
    { method: 'GET', path: '/problems/', access: 'public', handle: (request) => createHtmlReply(renderIndexPage(root(request))) },
    {
      method: 'GET',
      path: '/problems/:slug',
      access: 'public',
      handle(request) {
        const code = bySlug.get(request.params['slug'] ?? '')
        if (code === undefined) throw new NotFoundError(createMessage('errors.noProblemType'))
        return createHtmlReply(renderProblemPage(code, root(request)))
      },
    },
  ]
}
