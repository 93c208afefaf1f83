// The HTML of the API page: a token form, then the API viewer.
import { escapeHtml } from '../../http/problem-pages.js'

/** Swagger UI sets style attributes and uses icons from data URLs. Scripts come from this service only. */
export const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'"

export interface DocsAddresses {
  /** URL path of the viewer's files. */
  readonly assets: string
  /** URL path of the OpenAPI document. */
  readonly document: string
}

export function renderDocsPage({ assets, document }: DocsAddresses): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API of the Product Configurator Service</title>
<link rel="icon" type="image/png" href="${escapeHtml(assets)}/favicon-32x32.png">
<link rel="stylesheet" href="${escapeHtml(assets)}/swagger-ui.css">
<style>
  body { margin: 0; background: #fff; color: #1c2430; font: 1rem/1.5 system-ui, sans-serif }
  .entry { max-width: 34rem; margin: 12vh auto; padding: 0 1.25rem }
  .entry h1 { font-size: 1.5rem; margin: 0 0 .5rem }
  .entry code { background: #eef1f5; padding: .1em .35em; border-radius: .25em; overflow-wrap: anywhere }
  .entry label { display: block; font-weight: 600; margin-top: 1.25rem }
  .entry input { box-sizing: border-box; width: 100%; font: 1rem ui-monospace, monospace; padding: .6rem .7rem; margin-top: .35rem; border: 1px solid #8a94a3; border-radius: .4rem }
  .entry button { font: inherit; font-weight: 600; margin-top: 1rem; padding: .6rem 1.1rem; border: 0; border-radius: .4rem; background: #0b57a8; color: #fff; cursor: pointer }
  .entry input:focus-visible, .entry button:focus-visible { outline: 3px solid #7db2ee; outline-offset: 2px }
  .entry [role=alert] { color: #a11; min-height: 1.5em; margin: .75rem 0 0 }
</style>
</head>
<body data-document="${escapeHtml(document)}">
<main class="entry" id="entry">
<h1>The entity REST API</h1>
<p>Every address needs a bearer token, this document too. It stays in this page and is gone when you close it. Mint one with
<code>npx svc svc:token:mint my-token --preset everything</code></p>
<form id="form">
<label for="token">Bearer token</label>
<input id="token" name="token" type="password" autocomplete="off" spellcheck="false" placeholder="svc_1_…" required autofocus>
<button type="submit">Open the document</button>
<p role="alert" id="problem"></p>
</form>
</main>
<div id="viewer"></div>
<script src="${escapeHtml(assets)}/swagger-ui-bundle.js"></script>
<script src="${escapeHtml(assets)}/docs.js"></script>
</body>
</html>
`
}
