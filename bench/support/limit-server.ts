// Baseline REST server: fastify with prepared statements on the service's rows, hand-written instead of registry-driven.
// `node dist/bench/support/limit-server.js <database> <port>`; prints `Listening on <url>`.
import { createHash, timingSafeEqual } from 'node:crypto'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { openLimitDatabase, type LimitRow, type LimitValue } from './limit-database.js'

const languages = ['en-GB', 'de-DE']
const listedColumns = ['id', 'internal_name', 'page_id', 'question_type', 'required', 'published', 'ordering'] as const
const booleanColumns = new Set(['required', 'published', 'show_in_overview', 'as_product_title', 'validate', 'prefill_on_init'])
const scaledColumns = new Map([
  ['multiplicator', 1e8],
  ['minval', 1e4],
  ['maxval', 1e4],
  ['slider_steps', 1e4],
])
const translatedFields = ['title', 'description', 'unit'] as const
const selectPage = `SELECT ${listedColumns.join(', ')} FROM svc_question WHERE question_type = ? ORDER BY page_id, ordering, id LIMIT 50 OFFSET 0`
const countMatches = 'SELECT COUNT(*) AS n FROM svc_question WHERE question_type = ?'
const selectQuestion = 'SELECT * FROM svc_question WHERE id = ?'
const selectTexts = "SELECT field, language_tag, text FROM svc_texts WHERE entity = 'question' AND entity_id = ?"
const selectTitles = `SELECT entity_id, text FROM svc_texts WHERE entity = 'question' AND field = 'title' AND language_tag = '${languages[0]}' AND entity_id IN (${Array.from({ length: 50 }, () => '?').join(', ')})`
const updateName = 'UPDATE svc_question SET internal_name = ?, revision = revision + 1 WHERE id = ?'
const insertText = "INSERT INTO svc_texts (entity, entity_id, field, language_tag, text) VALUES ('question', ?, ?, ?, ?)"
const selectToken =
  'SELECT t.digest, t.scopes, t.expires, t.revoked, v.version FROM svc_tokens t LEFT JOIN svc_versions v ON v.topic = ? WHERE t.id = ?'

type RequestFields = Readonly<Record<string, string | number | boolean>>

function toApiRecord(row: LimitRow): LimitRow {
  const record: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(row)) {
    if (key === 'revision') continue
    if (booleanColumns.has(key)) record[key] = value === null ? null : value === 1
    else record[key] = scaledColumns.has(key) ? Number(value) / scaledColumns.get(key)! : value
  }
  return record
}

/** Serves list, read, change and create of questions. */
export async function startLimitServer(url: string, port: number): Promise<string> {
  const database = openLimitDatabase(url)

  /** The same check as the service's: the row by id, the digest in constant time, revocation, scope. */
  const admit = async (header: string | undefined): Promise<boolean> => {
    const [, id] = /^Bearer svc_(\d+)_/.exec(header ?? '') ?? []
    const [row] = await database.all(selectToken, ['store', Number(id ?? 0)])
    if (!row) return false
    const digest = createHash('sha256')
      .update((header ?? '').slice(7))
      .digest()
    const expectedDigest = Buffer.from(String(row['digest']), 'hex')
    return timingSafeEqual(digest, expectedDigest) && row['revoked'] === null && String(row['scopes']).includes('catalog:write')
  }

  const readRecord = async (id: number): Promise<LimitRow | null> => {
    const [row] = await database.all(selectQuestion, [id])
    if (!row) return null
    const record: Record<string, unknown> = { ...toApiRecord(row) }
    for (const text of await database.all(selectTexts, [id])) {
      record[`${String(text['field'])}_${String(text['language_tag']).replaceAll('-', '_')}`] = text['text']
      if (text['language_tag'] === languages[0]) record[String(text['field'])] = text['text']
    }
    return { entity: 'question', id, record }
  }

  // Writes every column, as a server without ORM would: the sent value, else that of the first record.
  const readForm = async (): Promise<{ readonly create: string; rowOf(body: RequestFields): LimitValue[] }> => {
    const [template = {}] = await database.all('SELECT * FROM svc_question ORDER BY id LIMIT 1', [])
    const columns = Object.keys(template).filter((name) => name !== 'id')
    const names = columns.map((name) => `\`${name}\``).join(', ')
    return {
      create: `INSERT INTO svc_question (${names}) VALUES (${columns.map(() => '?').join(', ')})`,
      rowOf: (body) =>
        columns.map((name) => {
          const value = body[name]
          if (value === undefined) return template[name] as LimitValue
          if (scaledColumns.has(name)) return Math.round(Number(value) * scaledColumns.get(name)!)
          return typeof value === 'boolean' ? Number(value) : value
        }),
    }
  }
  let form: ReturnType<typeof readForm> | undefined

  const app = fastify({ logger: false })
  app.addHook('onRequest', async (request, reply) => {
    if (!(await admit(request.headers.authorization))) await reply.code(401).send({ code: 'AUTHENTICATION_FAILED' })
  })
  const list = async (request: FastifyRequest) => {
    const query = request.query as Record<string, string>
    const type = query['filter[question_type]'] ?? 'Textbox'
    const rows = await database.all(selectPage, [type])
    const ids = Array.from({ length: 50 }, (_, i) => (rows[i]?.['id'] as number | undefined) ?? 0)
    const titles = new Map<unknown, string>()
    for (const text of await database.all(selectTitles, ids)) titles.set(text['entity_id'], String(text['text']))
    const records = rows.map((row) => ({ ...toApiRecord(row), title: titles.get(row['id']) ?? '' }))
    const [count] = await database.all(countMatches, [type])
    const meta = { total: count?.['n'], offset: 0, limit: 50, returned: records.length }
    const fields = [...listedColumns, 'title'].map((name) => ({ name, label: name, type: 'string' }))
    return { data: { entity: 'question', records, fields }, meta }
  }
  const read = async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
    const data = await readRecord(Number(request.params.id))
    return data ? { data } : reply.code(404).send({ code: 'NOT_FOUND' })
  }
  const patch = async (request: FastifyRequest<{ Params: { id: string }; Body: { internal_name: string } }>) => {
    const id = Number(request.params.id)
    await database.transaction(async (on) => {
      await on.all(selectQuestion, [id])
      await on.run(updateName, [request.body.internal_name, id])
      await on.run(database.raise, [])
    })
    return { data: await readRecord(id) }
  }
  const post = async (request: FastifyRequest<{ Body: RequestFields }>, reply: FastifyReply) => {
    const { body } = request
    const { create, rowOf } = await (form ??= readForm())
    const id = await database.transaction(async (on) => {
      const recordId = await on.run(create, rowOf(body))
      for (const field of translatedFields) {
        for (const tag of languages) {
          const text = body[`${field}_${tag.replace('-', '_')}`]
          if (text !== undefined) await on.run(insertText, [recordId, field, tag, String(text)])
        }
      }
      await on.run(database.raise, [])
      return recordId
    })
    return reply.code(201).send({ data: await readRecord(id) })
  }
  app.route({ method: 'GET', url: '/svc-api/v1/question', handler: list })
  app.route({ method: 'GET', url: '/svc-api/v1/question/:id', handler: read })
  app.route({ method: 'PATCH', url: '/svc-api/v1/question/:id', handler: patch })
  app.route({ method: 'POST', url: '/svc-api/v1/question', handler: post })
  return app.listen({ host: '127.0.0.1', port })
}

const [, program = '', url, port = '0'] = process.argv
if (url !== undefined && program.endsWith('limit-server.js')) {
  const address = await startLimitServer(url, Number(port))
  process.stdout.write(`Listening on ${address}\n`)
}
