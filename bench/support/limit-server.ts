// The limit: a bare fastify with prepared statements on the service's own rows, doing by hand what the service does by its registry.
// `node dist/bench/support/limit-server.js <database file> <port>`; prints `Listening on <url>`.
import { createHash, timingSafeEqual } from 'node:crypto'
import { createRequire } from 'node:module'
import type { SqliteModule } from '@photostructure/sqlite'
import fastify from 'fastify'

const languages = ['en-GB', 'de-DE']
const listed = ['id', 'internal_name', 'page_id', 'question_type', 'required', 'published', 'ordering'] as const
const booleans = new Set(['required', 'published', 'show_in_overview', 'as_product_title', 'validate', 'prefill_on_init'])
const scaled = new Set(['multiplicator', 'minval', 'maxval', 'slider_steps'])

type Row = Record<string, unknown>

function openDatabase(path: string) {
  const require = createRequire(import.meta.url)
  const builtIn = Number(process.versions.node.split('.')[0]) > 22
  const { DatabaseSync } = require(builtIn ? 'node:sqlite' : '@photostructure/sqlite') as SqliteModule
  const database = new DatabaseSync(path)
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'busy_timeout = 5000']) database.exec(`PRAGMA ${pragma}`)
  return database
}

/** Serves list, read, change and create of questions. */
export async function serveLimit(path: string, port: number): Promise<string> {
  const database = openDatabase(path)
  const token = database.prepare(
    'SELECT t.digest, t.scopes, t.expires, t.revoked, v.version FROM svc_tokens t LEFT JOIN svc_versions v ON v.topic = ? WHERE t.id = ?',
  )
  const page = database.prepare(
    `SELECT ${listed.join(', ')} FROM svc_question WHERE question_type = ? ORDER BY ordering, id LIMIT ? OFFSET ?`,
  )
  const total = database.prepare('SELECT COUNT(*) AS n FROM svc_question WHERE question_type = ?')
  const one = database.prepare('SELECT * FROM svc_question WHERE id = ?')
  const textsOfOne = database.prepare(
    "SELECT field, language_tag, text FROM svc_texts WHERE entity = 'question' AND entity_id = ?",
  )
  const titles = database.prepare(
    `SELECT entity_id, text FROM svc_texts WHERE entity = 'question' AND field = 'title' AND language_tag = '${languages[0]}' AND entity_id IN (${Array.from({ length: 50 }, () => '?').join(', ')})`,
  )
  const change = database.prepare('UPDATE svc_question SET internal_name = ?, revision = revision + 1 WHERE id = ?')
  const bump = database.prepare("UPDATE svc_versions SET version = version + 1 WHERE topic = 'store'")
  const create = database.prepare(
    'INSERT INTO svc_question (page_id, internal_name, question_type, required, published, ordering, multiplicator, revision) VALUES (?, ?, ?, ?, 1, ?, 100000000, 1)',
  )
  const addText = database.prepare(
    "INSERT INTO svc_texts (entity, entity_id, field, language_tag, text) VALUES ('question', ?, ?, ?, ?)",
  )

  /** The same check as the service's: the row of the id, the digest in constant time, expiry, revocation, scope. */
  const admit = (header: string | undefined): boolean => {
    const [, id] = /^Bearer svc_(\d+)_/.exec(header ?? '') ?? []
    const row = token.get('store', Number(id ?? 0)) as Row | undefined
    if (!row) return false
    const digest = createHash('sha256')
      .update((header ?? '').slice(7))
      .digest()
    const wanted = Buffer.from(String(row['digest']), 'hex')
    return timingSafeEqual(digest, wanted) && row['revoked'] === null && String(row['scopes']).includes('catalog:write')
  }

  const present = (row: Row): Row => {
    const record: Row = {}
    for (const [key, value] of Object.entries(row)) {
      if (key === 'revision') continue
      record[key] = booleans.has(key) ? (value === null ? null : value === 1) : scaled.has(key) ? Number(value) / 10_000 : value
    }
    return record
  }

  const readRecord = (id: number): Row | null => {
    const row = one.get(id) as Row | undefined
    if (!row) return null
    const record = present(row)
    for (const text of textsOfOne.all(id) as Row[]) {
      record[`${String(text['field'])}_${String(text['language_tag']).replaceAll('-', '_')}`] = text['text']
      if (text['language_tag'] === languages[0]) record[String(text['field'])] = text['text']
    }
    return { entity: 'question', id, record }
  }

  const app = fastify({ logger: false })
  app.addHook('onRequest', async (request, reply) => {
    if (!admit(request.headers.authorization)) await reply.code(401).send({ code: 'AUTHENTICATION_FAILED' })
  })
  app.get('/svc-api/v1/question', (request) => {
    const query = request.query as Record<string, string>
    const type = query['filter[question_type]'] ?? 'Textbox'
    const limit = Number(query['limit'] ?? 50)
    const rows = page.all(type, limit, Number(query['offset'] ?? 0)) as Row[]
    const ids = Array.from({ length: 50 }, (_, i) => (rows[i]?.['id'] as number | undefined) ?? 0)
    const texts = new Map<unknown, string>()
    for (const text of titles.all(...ids) as Row[]) texts.set(text['entity_id'], String(text['text']))
    const records = rows.map((row) => ({ ...present(row), title: texts.get(row['id']) ?? '' }))
    const meta = { total: (total.get(type) as { n: number }).n, offset: 0, limit, returned: records.length }
    return {
      data: { entity: 'question', records, fields: [...listed, 'title'].map((name) => ({ name, label: name, type: 'string' })) },
      meta,
    }
  })
  app.get<{ Params: { id: string } }>('/svc-api/v1/question/:id', (request, reply) => {
    const data = readRecord(Number(request.params.id))
    return data ? { data } : reply.code(404).send({ code: 'NOT_FOUND' })
  })
  app.patch<{ Params: { id: string }; Body: { internal_name: string } }>('/svc-api/v1/question/:id', (request) => {
    const id = Number(request.params.id)
    database.exec('BEGIN IMMEDIATE')
    one.get(id)
    change.run(request.body.internal_name, id)
    bump.run()
    database.exec('COMMIT')
    return { data: readRecord(id) }
  })
  app.post<{ Body: Record<string, string | number | boolean> }>('/svc-api/v1/question', (request, reply) => {
    const { body } = request
    database.exec('BEGIN IMMEDIATE')
    const { lastInsertRowid } = create.run(
      Number(body['page_id']),
      String(body['internal_name'] ?? ''),
      String(body['question_type']),
      body['required'] ? 1 : 0,
      1,
    )
    const id = Number(lastInsertRowid)
    for (const tag of languages) addText.run(id, 'title', tag, String(body[`title_${tag.replace('-', '_')}`]))
    bump.run()
    database.exec('COMMIT')
    return reply.code(201).send({ data: readRecord(id) })
  })
  return app.listen({ host: '127.0.0.1', port })
}

const [, program = '', path, port = '0'] = process.argv
if (path !== undefined && program.endsWith('limit-server.js')) {
  const url = await serveLimit(path, Number(port))
  process.stdout.write(`Listening on ${url}\n`)
}
