// The files that pages load: under cacheable URLs that change with the content, and scripts also under stable URLs.
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { type App, createLruCache, createMessage, NotFoundError, sha256 } from '#core/contract.js'
import type { themeDesign } from '#core/surface.js'
import { type BundleFiles as Files, immutableHeaders, readBundle, computeBundleVersion } from '../http/assets.js'
import { createEntityTag, hasMatchingEntityTag } from '../http/entity-tag.js'
import type { Route, ServerInfo, ServiceRequest } from '../http/mount.js'
import { createReply, createEmptyReply, type Reply } from '../http/reply.js'
import { elementStyle, frameStyle, resultsStyle, fontFiles, renderThemeStyle } from './styles.js'

/** Percent between two positions that have a class. The difference is visible only if a picture is much larger than its frame. */
const percentStep = 5

const roundToPercentStep = (percent: string): number => Math.round(Number.parseInt(percent, 10) / percentStep) * percentStep

/** The classes of a picture with the focal point, such as `30% 60%`. */
export function formatFocusClasses(focus: string): string {
  const [horizontal = '50%', top = '50%'] = focus.split(' ')
  return `focus x${roundToPercentStep(horizontal)} y${roundToPercentStep(top)}`
}

const focusPositions = Array.from({ length: 100 / percentStep + 1 }, (_, index) => index * percentStep)

/**
 * Focal points of cropped pictures as CSS classes. Server-rendered pages cannot use style attributes under their security policy.
 */
export const focalPointStyle = `.focus { object-position: var(--x) var(--y); }
${focusPositions.map((percent) => `.x${percent}{--x:${percent}%}.y${percent}{--y:${percent}%}`).join('')}
`

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** Further scripts that external pages may embed. */
const componentScripts = [
  'account.js',
  'advisor.js',
  'cart.js',
  'checkout.js',
  'designs.js',
  'order.js',
  'product-list.js',
  'quote.js',
  'summary.js',
]

/** Options of all file routes: the files contain no shopper data, and external pages may embed them. */
const fileRouteOptions = { access: 'public', prefixed: false, embedded: true } as const

/** The scripts of question types, by file name. Throws if one cannot be read, because its questions would be invisible. */
async function loadTypeScripts({ context: { registry } }: App): Promise<Files> {
  const scripts = [...registry.storefrontModules.values()].map(async ({ name, script }) => {
    const body = await readFile(script).catch((error: unknown) => {
      const owner = registry.storefrontModules.owner(name)
      throw new Error(`The script of the question type '${name}' of '${owner}' cannot be read.`, { cause: error })
    })
    return [`type-${name}.js`, body] as const
  })
  return new Map(await Promise.all(scripts))
}

/** The scripts of plugins for the client engine, by file name. Throws if one cannot be read. */
async function loadPluginScripts({ context: { registry } }: App): Promise<Files> {
  const scripts = [...registry.clientModules.values()].map(async ({ name, of, script }) => {
    const body = await readFile(script).catch((error: unknown) => {
      const owner = registry.clientModules.owner(name)
      throw new Error(`The browser code of '${name}' of '${owner}' cannot be read.`, { cause: error })
    })
    return [`client-engine-${of}-${name}.js`, body] as const
  })
  return new Map(await Promise.all(scripts))
}

export interface StorefrontFiles {
  /** The names of the scripts of question types. */
  readonly types: readonly string[]
  /** The path of a file as clients request it. */
  path(name: string): string
  /** The path of the style sheet with a theme. */
  stylePath(theme: themeDesign.Theme): string
  /** The script that is inlined in a product page. */
  readonly inlineScript: string
  readonly routes: readonly Route[]
}

const publicFolder = new URL('./public/', import.meta.url)

function readFonts(): Files {
  return new Map(fontFiles.map((name) => [name, readFileSync(new URL(name, publicFolder))]))
}

const toStyleName = (style: string): string => `theme-${sha256(style).slice(0, 16)}.css`

/** The style sheet of the shop's pages. The configurator has its own. */
const documentStyle = `
:root {
  color-scheme: light dark; scroll-padding-block: 1rem 5rem;
  --ink: light-dark(#211f1b, #f0ede7); --muted: light-dark(#645e55, #b5aea2); --accent: light-dark(#1f5c4d, #86cdb8); --accent-ink: light-dark(#fff, #10241f);
  --line: light-dark(#e5e0d7, #3a3732); --ground: light-dark(#fff, #171613); --panel: light-dark(#f7f4ee, #211f1c);
  --edge: light-dark(#88817a, #938c82); --alert: light-dark(#b3261e, #ff9a91); --good: light-dark(#1b6e3c, #79d29b);
  --radius: 10px; --font: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; --heading-font: var(--font);
}
* { box-sizing: border-box; }
body {
  display: flex; flex-direction: column; min-height: 100vh; margin: 0;
  font: 1rem/1.6 var(--font); color: var(--ink); background: var(--ground); overflow-wrap: anywhere; -webkit-font-smoothing: antialiased;
}
main { box-sizing: border-box; width: 100%; max-width: 82rem; margin: 0 auto; padding: 0 clamp(1rem, 3vw, 2rem); flex: 1 0 auto; }
/* Scripts fill these pages. The footer starts below the screen, so it does not move within it. */
main.live { min-height: 100vh; }
main:has(> svc-configurator) { max-width: 96rem; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; inset-block-start: -10rem; }
.skip:focus { inset-inline-start: 1rem; inset-block-start: 0.5rem; background: var(--ground); padding: 0.5rem 1rem; z-index: 3; }
.buy { display: flex; flex-wrap: wrap; gap: 0.75rem 1rem; align-items: end; margin: 1rem 0; }
/* It stands in the price box, and does nothing before that. */
svc-configurator:not(:defined) :is(.buy, .trust, [slot=delivery]) { display: none; }
.trust { display: grid; gap: 0.75rem; list-style: none; margin: 1rem 0 0; padding: 1rem 0 0; border-top: 1px solid var(--line); font-size: 0.9rem; }
.trust li { display: flex; gap: 0.75rem; }
.trust svg { flex: none; color: var(--accent); }
.trust li > div { display: grid; gap: 0.1rem; min-width: 0; }
.trust span { color: var(--muted); }
.buy p { margin: 0; }
.buy label { display: grid; gap: 0.25rem; font-weight: 600; }
.buy input, .buy button {
  font: inherit; min-height: 2.75rem; padding: 0.5rem 0.9rem; border: 1px solid var(--edge); border-radius: var(--radius);
  background: var(--ground); color: inherit;
}
.buy input { min-height: 3rem; width: 5rem; text-align: center; }
.buy button { flex: 1 1 10rem; min-height: 3rem; background: var(--accent); border-color: var(--accent); color: var(--accent-ink); font-weight: 600; cursor: pointer; }
.buy[data-busy] button { cursor: progress; }
.buy[data-busy] button::after { content: ""; display: inline-block; width: 0.9em; height: 0.9em; margin-inline-start: 0.6em; border: 2px solid currentcolor; border-inline-end-color: transparent; border-radius: 50%; vertical-align: -0.1em; animation: turn 0.8s linear infinite; }
@keyframes turn { to { rotate: 1turn; } }
@media (prefers-reduced-motion: reduce) { .buy[data-busy] button::after { animation-duration: 4s; } }
.buy output { flex: 1 0 100%; }
.buy output:empty { display: none; }
.buy output a { color: inherit; }
.wrong { color: var(--alert); }
.buy[data-refused] output { color: var(--alert); }
.buy[data-done] output { color: var(--good); font-weight: 600; }
h1, h2, h3 { font-family: var(--heading-font); }
h1 { font-size: clamp(1.9rem, 4.2vw, 2.75rem); line-height: 1.12; letter-spacing: -0.02em; font-weight: 700; margin: clamp(1.75rem, 4vw, 3rem) 0 1rem; text-wrap: balance; }
h2 { font-size: 1.4rem; line-height: 1.25; letter-spacing: -0.01em; }
.lead { max-width: 42rem; color: var(--muted); font-size: 1.1rem; margin: 0 0 2rem; }
.button { display: inline-flex; align-items: center; min-height: 3rem; padding: 0.6rem 1.6rem; border-radius: var(--radius); background: var(--accent); color: var(--accent-ink); font-weight: 600; text-decoration: none; }
.hero { display: grid; gap: clamp(1.5rem, 4vw, 3.5rem); align-items: center; margin: clamp(1rem, 2.5vw, 2rem) 0 clamp(2.5rem, 6vw, 4.5rem); padding: clamp(1.5rem, 4vw, 3.5rem); border-radius: calc(var(--radius) * 2); background: var(--panel); }
.hero h1 { margin-top: 0; font-size: clamp(2.1rem, 5vw, 3.5rem); }
.hero img { width: 100%; height: auto; aspect-ratio: 3 / 2; object-fit: cover; border-radius: calc(var(--radius) * 1.2); }
@media (min-width: 56rem) { .hero:has(img) { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); } }
.text { max-width: 44rem; }
.text h2 { margin: 2rem 0 0.5rem; }
.text img { max-width: 100%; height: auto; border-radius: var(--radius); }
.products, .tiles { display: grid; gap: 2.25rem 1.5rem; grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr)); list-style: none; margin: 1.5rem 0; padding: 0; }
.products a, .tiles a { display: flex; flex-direction: column; height: 100%; color: inherit; text-decoration: none; border-radius: var(--radius); }
.products img, .tiles img { width: 100%; height: auto; aspect-ratio: 4 / 3; object-fit: cover; border-radius: calc(var(--radius) * 1.2); background: var(--panel); margin-bottom: 1rem; }
.products a:not(:has(img)) { padding: 1.5rem; background: var(--panel); }
.products h2 { margin: 0 0 0.35rem; font-size: 1.2rem; }
.products p { margin: 0 0 0.6rem; color: var(--muted); font-size: 0.95rem; }
.products .from { color: var(--ink); font-weight: 650; font-size: 1.05rem; }
.products .go { margin-top: auto; color: var(--accent); font-weight: 600; }
.products a:hover .go { text-decoration: underline; text-underline-offset: 0.25em; }
.tiles { grid-template-columns: repeat(auto-fill, minmax(min(9.5rem, 100%), 1fr)); gap: 1rem; }
@media (min-width: 48rem) { .tiles { grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); } }
.tiles a { padding: 1.1rem 1.25rem; background: var(--panel); font-weight: 600; }
.tiles a:has(img) { padding: 0 0 0.5rem; background: none; }
h2:has(+ .products), .related { margin-top: 3.5rem; }
.tiles a:hover { color: var(--accent); }
@media (prefers-reduced-motion: no-preference) {
  .products img, .tiles img { transition: filter 0.2s; }
  .products a:hover img, .tiles a:hover img { filter: brightness(0.95); }
}
.resume { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem 1rem; margin: 1.25rem 0; padding: 0.9rem 1.25rem; border: 1px solid var(--line); border-inline-start: 4px solid var(--accent); border-radius: var(--radius); background: var(--panel); }
.resume[hidden], .recent[hidden] { display: none; }
.resume img { width: 6rem; height: 4.5rem; object-fit: cover; border-radius: var(--radius); }
.resume img[hidden] { display: none; }
.resume p { flex: 1 1 14rem; margin: 0; }
.resume .button { min-height: 2.75rem; padding: 0.4rem 1.2rem; }
.resume button { min-height: 2.75rem; padding: 0.4rem 0.5rem; border: 0; background: none; color: inherit; font: inherit; text-decoration: underline; cursor: pointer; }
.calls-opener, .calls button { font: inherit; padding: 0.25rem 0.75rem; border: 1px solid var(--edge); border-radius: var(--radius); background: var(--panel); color: inherit; cursor: pointer; }
.calls {
  position: fixed; inset-block: 0; inset-inline-end: 0; width: min(26rem, 100vw); padding: 1rem 1.25rem; overflow: auto; z-index: 4;
  background: var(--panel); border-inline-start: 1px solid var(--line); overscroll-behavior: contain;
}
.calls[hidden] { display: none; }
.calls header { display: flex; justify-content: space-between; padding: 0 0 0.5rem; align-items: center; }
.calls h2 { margin: 0; font-size: 1.15rem; }
.calls h3 { margin: 0.6rem 0 0.2rem; font-size: 0.85rem; color: var(--muted); }
.calls p { color: var(--muted); }
.calls ol { list-style: none; margin: 0; padding: 0; }
.calls li { border-top: 1px solid var(--line); padding: 0.5rem 0; }
.calls summary { cursor: pointer; font-size: 0.9rem; overflow-wrap: anywhere; }
.calls small { color: var(--muted); white-space: nowrap; }
.calls pre { max-height: 16rem; overflow: auto; margin: 0; padding: 0.6rem; background: var(--ground); border-radius: 6px; font-size: 0.8rem; white-space: pre-wrap; overflow-wrap: anywhere; }
@media (min-width: 64rem) { .with-calls { margin-inline-end: 26rem; } }
.way { margin: 1.75rem 0 -1rem; font-size: 0.95rem; }
.way a { color: var(--muted); }
.review-section { max-width: 46rem; margin-top: 3rem; border-top: 1px solid var(--line); }
.reviews { list-style: none; margin: 0; padding: 0; }
.reviews li { padding: 0.75rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
.reviews p { margin: 0.25rem 0 0; white-space: pre-line; }
.stars { color: var(--accent); letter-spacing: 0.1em; }
.review-section summary { cursor: pointer; margin-top: 1rem; color: var(--accent); font-weight: 600; }
.review-form { display: grid; gap: 1rem; margin-top: 1rem; justify-items: start; }
.review-form label { display: grid; gap: 0.25rem; font-weight: 600; width: 100%; }
.review-form input, .review-form select, .review-form textarea, .review-form button {
  font: inherit; min-height: 2.75rem; padding: 0.5rem 0.9rem; border: 1px solid var(--edge); border-radius: var(--radius); background: var(--ground); color: inherit;
}
.review-form input, .review-form textarea { width: 100%; max-width: 34rem; }
.review-form select { width: fit-content; }
.review-form button { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); font-weight: 600; cursor: pointer; }
.review-form [aria-invalid] { border-color: var(--alert); }
.refusal { color: var(--alert); }
.good { color: var(--good); font-weight: 600; }
/* What stands below begins below the screen, so that it need not move when the configurator is drawn. */
main > svc-configurator { display: block; min-height: calc(100vh - 11rem); }
.unscripted img { max-width: 100%; height: auto; border-radius: var(--radius); }
.unscripted { animation: appear 0s 3s both; }
@keyframes appear { from { visibility: hidden; } }
.unscripted > p:first-child { animation: appear 0s 12s both; }
@media (scripting: none) { .unscripted, .unscripted > p:first-child { animation: none; } }
/* Shown while the script of the page loads, if that takes noticeably long. */
.late { color: var(--muted); animation: appear 0s 0.4s both; }
@media (scripting: none) { .late { display: none; } }
@media print { .review-section details { display: none; } }
`

export async function createStorefrontFiles(app: App, server: ServerInfo): Promise<StorefrontFiles> {
  const scripts = await loadTypeScripts(app)
  const pageStyle = documentStyle + frameStyle + elementStyle + focalPointStyle
  const fonts = readFonts()
  const files: Files = new Map([
    ...readBundle(publicFolder, 'configurator.js', 'storefront'),
    ...fonts,
    ['storefront.css', Buffer.from(pageStyle)],
    ['results.css', Buffer.from(resultsStyle)],
    ...scripts,
    ...(await loadPluginScripts(app)),
  ])
  const version = computeBundleVersion(files)
  // External pages embed a stable URL, which imports the current version of the script.
  const gates: Files = new Map(
    ['configurator.js', ...componentScripts, ...scripts.keys()].map((name) => [
      name,
      Buffer.from(`import './${version}/${name}'\n`),
    ]),
  )
  /** The style sheets of recent themes, by file name. */
  const themeStyles = createLruCache<string, Buffer>(20)

  /** The file name of the style sheet of a theme. */
  function prepareStyle(theme: themeDesign.Theme): string {
    const style = renderThemeStyle(theme)
    if (style === '') return 'storefront.css'
    const name = toStyleName(style)
    if (themeStyles.get(name) === undefined) themeStyles.set(name, Buffer.from(pageStyle + style))
    return name
  }

  /** Another process may have rendered the page, so this one may not know the style sheet yet. */
  async function findThemeStyle(name: string): Promise<Buffer | undefined> {
    const known = themeStyles.get(name)
    if (known !== undefined || !/^theme-[0-9a-f]{16}\.css$/.test(name)) return known
    prepareStyle((await app.shop.catalogue.frame()).theme)
    return themeStyles.get(name)
  }

  function missing({ path }: ServiceRequest): NotFoundError {
    return new NotFoundError(createMessage('shop.fileOfStorefrontUnknown', { path: path.slice(0, 200) }))
  }

  function gate(request: ServiceRequest): Reply {
    const { name = '' } = request.params
    const body = gates.get(name) ?? fonts.get(name)
    if (!body) throw missing(request)
    const headers = { etag: createEntityTag(body), 'cache-control': 'no-cache' }
    return hasMatchingEntityTag(headers.etag, request)
      ? createEmptyReply(304, headers)
      : createReply(body, contentTypes[extname(name)]!, headers)
  }

  async function file(request: ServiceRequest): Promise<Reply> {
    const { name = '' } = request.params
    const body = request.params['version'] === version ? (files.get(name) ?? (await findThemeStyle(name))) : undefined
    if (!body) throw missing(request)
    return createReply(body, contentTypes[extname(name)]!, immutableHeaders)
  }

  const toPath = (name: string): string => server.pathTo(`/storefront/${version}/${name}`)
  return {
    types: [...scripts.keys()],
    path: toPath,
    stylePath: (theme) => toPath(prepareStyle(theme)),
    inlineScript: files.get('begin.js')!.toString().trim(),
    routes: [
      { method: 'GET', path: '/storefront/:name', ...fileRouteOptions, handle: gate },
      { method: 'GET', path: '/storefront/:version/:name', ...fileRouteOptions, handle: file },
    ],
  }
}
