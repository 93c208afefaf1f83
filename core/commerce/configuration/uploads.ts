// Files that shoppers upload to a configuration: checked by extension, content and size, stored under an opaque id.
import { createMessage } from '../../foundation/message.js'
import { randomBytes } from 'node:crypto'
import type { Texts } from '../../engine/program/evaluation-context.js'
import type { CompiledQuestion, Program } from '../../engine/program/program.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { NotFoundError } from '../../foundation/errors.js'
import { uploadPrefix } from '../../model/entity/document-fields.js'
import type { ReplyFile } from '../../model/verb/shape.js'
import { insertRows } from '../../storage/database/dialect.js'
import { toInList } from '../../storage/database/statement.js'
import { FileTooLargeError } from '../../storage/files/file-store.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { deleteUnselectedFiles, requireUploadRoom } from './upload-limits.js'
import type { UploadInput } from './define.js'
import { validateFileContent, validateFileName, getSizeLimit, megabyte, createTranslatedError } from './file-rules.js'
import { findConfiguration, requireOpenConfiguration, type StoredConfiguration } from './rows.js'

const entityName = 'configuration'

/** Columns of `svc_files`. */
export const fileColumns = ['name', 'entity', 'entity_id', 'property', 'original_name', 'media_type', 'size', 'created'] as const

const toUploadProperty = (questionId: number): string => `${uploadPrefix}${questionId}`

function acceptsFiles({ type }: CompiledQuestion): boolean {
  return type.files !== undefined
}

async function* toAsyncBytes(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** The last path segment of the client's file name, without characters that are unsafe in pages and headers. */
function sanitizeFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const plain = last.replace(/[\u0000-\u001f\u007f<>"]/g, '').trim()
  return plain.slice(-200) || 'file'
}

/** Stores the file and returns the id to select. ValidationError on `question_id`, `name`, `file` or `configuration`. */
export async function storeUpload(
  work: ServiceContext,
  program: Program,
  row: StoredConfiguration,
  upload: UploadInput,
  texts?: Texts,
): Promise<string> {
  requireOpenConfiguration(row)
  const question = program.questions[program.questionIndex.get(upload.question_id) ?? -1]
  const rules = question?.type.files?.(question.settings)
  if (!rules) {
    throw createTranslatedError(texts, 'question_id', 'shop.questionTakesNoFiles', {
      question: upload.question_id,
    })
  }
  const name = sanitizeFileName(upload.name)
  validateFileName(rules, name, texts)
  const limit = getSizeLimit(rules)
  const { files } = work.context
  await requireUploadRoom(work, limit)
  const bytes = upload.bytes instanceof Uint8Array ? toAsyncBytes(upload.bytes) : upload.bytes
  const received = await files.receive(bytes, limit).catch((error: unknown) => {
    if (!(error instanceof FileTooLargeError)) throw error
    const sentence = 'shop.fileTooLarge'
    throw createTranslatedError(texts, 'file', sentence, { name, megabytes: limit / megabyte })
  })
  const id = randomBytes(24).toString('base64url')
  try {
    const type = await validateFileContent(rules, name, received, texts)
    await received.keep(id)
    await work.transact(async (inside) => {
      // Uploads can run in parallel, and the configuration may have been ordered during this one.
      const { row: currentRow } = await findConfiguration(inside, row.token)
      requireOpenConfiguration(currentRow)
      await deleteUnselectedFiles(inside, program, currentRow, received.size)
      const fields = [
        id,
        entityName,
        row.id,
        toUploadProperty(upload.question_id),
        name,
        type,
        received.size,
        formatIsoTime(work.now),
      ]
      await inside.unit.run(insertRows('svc_files', fileColumns), fields)
    })
    return id
  } catch (error) {
    await received.drop()
    await files.remove(id)
    throw error
  }
}

/** Names of a configuration's uploaded files, by id. */
export type UploadNames = ReadonlyMap<string, string>

/** Names of the given ids that were uploaded to this configuration. Files of other configurations are left out. */
export async function readUploadNames(
  work: ServiceContext,
  configurationId: number | null,
  ids: readonly string[],
): Promise<UploadNames> {
  if (ids.length === 0 || configurationId === null) return new Map()
  const list = toInList(ids)
  const sql = `SELECT name, original_name FROM svc_files WHERE entity = ? AND entity_id = ? AND name IN ${list.sql}`
  const rows = await work.on.query<{ name: string; original_name: string }>(sql, [entityName, configurationId, ...list.params])
  return new Map(rows.map((row) => [row.name, row.original_name]))
}

/** A file uploaded to this configuration, selected or not. NOT_FOUND for all others. */
export async function readUploadFile(work: ServiceContext, configurationId: number, id: string): Promise<ReplyFile> {
  const name = (await readUploadNames(work, configurationId, [id])).get(id)
  const bytes = name === undefined ? null : await work.context.files.get(id)
  if (name === undefined || bytes === null) throw new NotFoundError(createMessage('shop.fileUnknown'))
  return { name, bytes }
}

/** The selected values of questions that take files: ids of uploaded files. */
export function findUploadIds(
  program: Program,
  selections: readonly { readonly question_id: number; readonly value: string | null }[],
): readonly string[] {
  return selections.flatMap(({ question_id, value }) => {
    const question = program.questions[program.questionIndex.get(question_id) ?? -1]
    return question && value !== null && acceptsFiles(question) ? [value] : []
  })
}
