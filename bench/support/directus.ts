// A running Directus for the admin bench: fills a collection and signs in.
import type { Browser, BrowserContext } from 'playwright-core'
import { openDatabase } from '../../core/storage/database/connection.js'

export interface DirectusLocation {
  /** Without a trailing slash. */
  readonly url: string
  readonly email: string
  readonly password: string
  /** Its database. The bench fills it directly, because 100,000 rows over the API would take an hour. */
  readonly database: string
}

const collection = 'svc_bench'
export const directusListPath = `/admin/content/${collection}`

/** Reads the location from environment variables; null if they are not set. */
export function readDirectusLocation(env: NodeJS.ProcessEnv): DirectusLocation | null {
  const { SVC_BENCH_DIRECTUS: url, SVC_BENCH_DIRECTUS_LOGIN: login = '', SVC_BENCH_DIRECTUS_DATABASE: database = '' } = env
  if (url === undefined) return null
  const at = login.indexOf(':')
  if (at < 1 || database === '') {
    throw new Error(
      "Set 'SVC_BENCH_DIRECTUS_LOGIN' (email:password) and 'SVC_BENCH_DIRECTUS_DATABASE' together with 'SVC_BENCH_DIRECTUS'.",
    )
  }
  return { url: url.replace(/\/$/, ''), email: login.slice(0, at), password: login.slice(at + 1), database }
}

/** Creates the collection if it is missing, with the columns of a product list. */
async function createCollection({ url, email, password }: DirectusLocation): Promise<void> {
  const send = async (method: string, path: string, body?: object, token?: string): Promise<Response> =>
    fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  const entered = await send('POST', '/auth/login', { email, password })
  const { data } = (await entered.json()) as { readonly data?: { readonly access_token: string } }
  if (!data) throw new Error(`Directus at ${url} rejects this login: ${entered.status}.`)
  const token = data.access_token
  if ((await send('GET', `/collections/${collection}`, undefined, token)).ok) return
  const field = (name: string, type: string, interfaceName: string): object => ({
    field: name,
    type,
    meta: { interface: interfaceName },
    schema: {},
  })
  const id = { field: 'id', type: 'integer', meta: { hidden: true }, schema: { is_primary_key: true, has_auto_increment: true } }
  const fields = [
    id,
    field('title', 'string', 'input'),
    field('sku', 'string', 'input'),
    field('published', 'boolean', 'boolean'),
  ]
  const price = field('price', 'float', 'input')
  const reply = await send('POST', '/collections', { collection, meta: {}, schema: {}, fields: [...fields, price] }, token)
  if (!reply.ok) throw new Error(`Directus made no collection: ${reply.status} ${await reply.text()}`)
}

/** Fills the collection up to the required number of rows. */
async function fillCollection({ database: url }: DirectusLocation, rows: number): Promise<void> {
  const database = await openDatabase(url)
  try {
    const columns = 'title, sku, published, price'
    const countRows = async (): Promise<number> =>
      Number((await database.query(`SELECT COUNT(*) AS held FROM ${collection}`))[0]!['held'])
    if ((await countRows()) === 0) await database.run(`INSERT INTO ${collection} (${columns}) VALUES ('Sample', 'S1', 1, 12.5)`)
    for (let count = await countRows(); count < rows; count = await countRows()) {
      const more = Math.min(count, rows - count)
      await database.run(`INSERT INTO ${collection} (${columns}) SELECT ${columns} FROM ${collection} ORDER BY id LIMIT ${more}`)
    }
  } finally {
    await database.close()
  }
}

/** A browser context with an active session and an empty cache. */
export async function signInToDirectus(browser: Browser, place: DirectusLocation, rows: number): Promise<BrowserContext> {
  await createCollection(place)
  await fillCollection(place, rows)
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1500, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${place.url}/admin/login`)
  await page.locator('input[type=email]').fill(place.email)
  await page.locator('input[type=password]').fill(place.password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.includes('/login'))
  await page.close()
  return context
}
