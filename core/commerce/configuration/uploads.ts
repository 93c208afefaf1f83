// Files that shoppers add to a configuration: checked by extension, content and size, kept under an opaque id.
import { randomBytes } from 'node:crypto'
import type { CompiledQuestion, Program } from '../../engine/program/program.js'
import type { FileRules } from '../../engine/question/define.js'
import { isoTime } from '../../ground/clock.js'
import { ValidationError } from '../../ground/errors.js'
import { insertRows } from '../../storage/database/dialect.js'
import { inList } from '../../storage/database/statement.js'
import { FileTooLarge, type ReceivedFile } from '../../storage/files/file-store.js'
import { extensionOf, fitsExtension, sniffedTypes } from '../../storage/files/media-type.js'
import type { Work } from '../../storage/work.js'
import type { UploadInput } from './define.js'

const entity = 'configuration'
const megabyte = 1_048_576
const defaultMegabytes = 20

const propertyOf = (questionId: number): string => `question:${questionId}`

/** A question takes files where its type says which. */
export function takesFiles({ type }: CompiledQuestion): boolean {
  return type.files !== undefined
}

function refuse(field: string, message: string): never {
  throw ValidationError.of(field, message)
}

/** Bytes that the question takes. */
function limitOf({ megabytes }: FileRules): number {
  return (megabytes ?? defaultMegabytes) * megabyte
}

function judgeName({ extensions }: FileRules, name: string): void {
  if (extensions.length === 0 || extensions.includes(extensionOf(name))) return
  refuse('name', `This question takes files of the kinds ${extensions.join(', ')}, not '${name}'.`)
}

/** The type of the content, which the question takes and the name promises. */
async function judgeContent({ mediaTypes: types }: FileRules, name: string, { size, head }: ReceivedFile): Promise<string> {
  if (size === 0) refuse('file', 'The file is empty. Send its bytes as the body.')
  const found = await sniffedTypes(head)
  const allowed = types.length === 0 || found.some((type) => types.includes(type) || types.includes(`${type.split('/')[0]}/*`))
  if (!allowed || !fitsExtension(extensionOf(name), found)) {
    refuse(
      'file',
      `The content of '${name}' is of the type ${found[0]}, which this question does not take or its name does not promise.`,
    )
  }
  return found[0]
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** The last part of a name that a client sent, without what would disturb a page or a header. */
function plainName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const plain = last.replace(/[\u0000-\u001f\u007f<>"]/g, '').trim()
  return plain.slice(-200) || 'file'
}

/** Stores the file and returns its id, which is to be selected. ValidationError on `question_id`, `name` or `file`. */
export async function storeUpload(work: Work, program: Program, configurationId: number, upload: UploadInput): Promise<string> {
  const question = program.questions[program.questionIndex.get(upload.question_id) ?? -1]
  const rules = question?.type.files?.(question.settings)
  if (!rules) {
    return refuse('question_id', `Question ${upload.question_id} of this product takes no files.`)
  }
  const name = plainName(upload.name)
  judgeName(rules, name)
  const limit = limitOf(rules)
  const bytes = upload.bytes instanceof Uint8Array ? once(upload.bytes) : upload.bytes
  const received = await work.context.files.receive(bytes, limit).catch((error: unknown) => {
    if (!(error instanceof FileTooLarge)) throw error
    return refuse('file', `The file is larger than the ${limit / megabyte} MB that this question takes.`)
  })
  const id = randomBytes(24).toString('base64url')
  try {
    const type = await judgeContent(rules, name, received)
    await received.keep(id)
    const columns = ['name', 'entity', 'entity_id', 'property', 'original_name', 'media_type', 'size', 'created']
    const created = isoTime(work.now)
    const values = [id, entity, configurationId, propertyOf(upload.question_id), name, type, received.size, created]
    await work.transact(({ unit }) => unit.run(insertRows('svc_files', columns), values))
  } catch (error) {
    await received.drop()
    throw error
  }
  return id
}

/** What was uploaded to a configuration: the file's name by its id. */
export type UploadNames = ReadonlyMap<string, string>

/** The names of those of the ids that were uploaded to this configuration; nobody else's are among them. */
export async function uploadNames(work: Work, configurationId: number | null, ids: readonly string[]): Promise<UploadNames> {
  if (ids.length === 0 || configurationId === null) return new Map()
  const list = inList(ids)
  const sql = `SELECT name, original_name FROM svc_files WHERE entity = ? AND entity_id = ? AND name IN ${list.sql}`
  const rows = await work.on.query<{ name: string; original_name: string }>(sql, [entity, configurationId, ...list.params])
  return new Map(rows.map((row) => [row.name, row.original_name]))
}

/** The values among the selections that questions hold as uploaded files. */
export function uploadIds(
  program: Program,
  selections: readonly { readonly question_id: number; readonly value: string | null }[],
): readonly string[] {
  return selections.flatMap(({ question_id, value }) => {
    const question = program.questions[program.questionIndex.get(question_id) ?? -1]
    return question && value !== null && takesFiles(question) ? [value] : []
  })
}
