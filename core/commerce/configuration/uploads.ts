// Files that shoppers upload to a configuration: checked by extension, content and size, stored under an opaque id.
import type { FileRules } from '../../engine/question/question-type.js'
import { createMessage, type MessageKey } from '../../foundation/message.js'
import { randomBytes } from 'node:crypto'
import { type EvaluationTexts, type Program, translateMessage } from '../../engine/program/program.js'
import { formatIsoTime } from '../../foundation/clock.js'
import { NotFoundError, ServiceError, ValidationError } from '../../foundation/errors.js'
import { uploadPrefix } from '../../model/entity/document-fields.js'
import type { ReplyFile } from '../../model/verb/shape.js'
import { insertRows } from '../../storage/database/dialect.js'
import { FileTooLargeError, type ReceivedFile } from '../../storage/files/file-store.js'
import {
  detectMediaTypes,
  getFileExtension,
  isTypeAllowedForExtension,
  listExtensionSpellings,
} from '../../storage/files/media-type.js'
import { releaseBytes } from '../../storage/pipeline/file-release.js'
import type { ServiceContext, TransactionContext } from '../../storage/service-context.js'
import type { UploadInput, ChangeEntry, UploadReply } from './define.js'
import {
  findConfiguration,
  requireOpenConfiguration,
  type StoredConfiguration,
  type UploadNames,
  readUploadNames,
  findUploadIds,
  findOwnConfiguration,
} from './rows.js'
import { createEngineIssue } from '../../shop/language.js'
import type { SelectionInput } from '../../engine/program/configuration.js'
import type { PricingSession } from '../../shop/pricing-session.js'
import { type LoadedConfiguration, loadConfiguration } from './load-configuration.js'
import { configuration } from '../../model/entities/orders/configuration.js'
import type { ShopperContext } from '../shopper-context.js'

/** Columns of `svc_files`. */
export const fileColumns = ['name', 'entity', 'entity_id', 'property', 'original_name', 'media_type', 'size', 'created'] as const

const toUploadProperty = (questionId: number): string => `${uploadPrefix}${questionId}`

async function* toAsyncBytes(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** The last path segment of the client's file name, without characters that are unsafe in pages and headers. */
function sanitizeFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const plain = last.replace(/[\u0000-\u001f\u007f<>"]/g, '').trim()
  return plain.slice(-200) || 'file'
}

// Validates uploaded files against the rules of their question: extension, content type and size.

const megabyte = 1_048_576
const defaultMegabytes = 20

/** A ValidationError with a message in the shopper's language. */
function createTranslatedError(
  texts: EvaluationTexts | undefined,
  field: string,
  messageKey: MessageKey,
  values: Readonly<Record<string, string | number>>,
): ValidationError {
  return new ValidationError([createEngineIssue(texts, field, createMessage(messageKey, values))])
}

/** Size limit in bytes. */
function getSizeLimit({ megabytes }: FileRules): number {
  return (megabytes ?? defaultMegabytes) * megabyte
}

export function validateFileName({ extensions }: FileRules, name: string, texts: EvaluationTexts | undefined): void {
  if (extensions.length === 0 || extensions.flatMap(listExtensionSpellings).includes(getFileExtension(name))) return
  const messageKey = 'shop.fileTypeUnsupported'
  throw createTranslatedError(texts, 'name', messageKey, { extensions: extensions.join(', '), name })
}

/** Returns the content type. ValidationError unless the question allows it and it matches the file extension. */
async function validateFileContent(
  { mediaTypes: types }: FileRules,
  name: string,
  { size, head }: ReceivedFile,
  texts: EvaluationTexts | undefined,
): Promise<string> {
  if (size === 0) throw createTranslatedError(texts, 'file', 'shop.fileEmpty', { name })
  const detectedTypes = await detectMediaTypes(head)
  const allowed =
    types.length === 0 || detectedTypes.some((type) => types.includes(type) || types.includes(`${type.split('/')[0]}/*`))
  if (!allowed || !isTypeAllowedForExtension(getFileExtension(name), detectedTypes)) {
    const messageKey = 'shop.fileContentMismatch'
    throw createTranslatedError(texts, 'file', messageKey, { name, type: detectedTypes[0] })
  }
  return detectedTypes[0]
}

/** Size limits in bytes of all questions of the product that take files. */
function listSizeLimits(program: Program): readonly number[] {
  return program.questions.flatMap(({ type, settings }) => {
    const rules = type.files?.(settings)
    return rules ? [getSizeLimit(rules)] : []
  })
}

/**
 * NOT_READY if a file of `bytes` bytes would exceed the installation's upload limit. Uploads in progress are not counted: one that
 * never ends must not block other uploads.
 */
async function requireUploadRoom({ context, on }: ServiceContext, bytes: number): Promise<void> {
  // Copied configurations share the bytes of their files, so each file name counts once.
  const sql = "SELECT SUM(size) AS bytes FROM (SELECT DISTINCT name, size FROM svc_files WHERE entity = 'configuration') files"
  const [row] = await on.query<{ bytes: number | string | null }>(sql)
  if (Number(row?.bytes ?? 0) + bytes <= context.bounds.uploadBytes) return
  throw new ServiceError('NOT_READY', createMessage('shop.uploadSpaceFull'))
}

/** Number of files that a configuration can store in addition to one per question: replaced files. */
const maxExtraFiles = 10

/**
 * Deletes unselected files of a configuration, oldest first, until there is room. The caller has locked the configuration's row.
 * ValidationError on `file` if the selected files leave no room for one of `size` bytes.
 */
async function deleteUnselectedFiles(
  { unit, context }: TransactionContext & ServiceContext,
  program: Program,
  { id, selections }: { readonly id: number; readonly selections: readonly { readonly value: string }[] },
  size: number,
): Promise<void> {
  const limits = listSizeLimits(program)
  const maxFiles = limits.length + maxExtraFiles
  // A replacement is stored before it is selected, so the previous file needs room at the same time.
  const maxBytes = limits.reduce((sum, limit) => sum + limit, 0) + Math.max(0, ...limits)
  const sql = "SELECT id, name, size FROM svc_files WHERE entity = 'configuration' AND entity_id = ? ORDER BY id"
  const files = [...(await unit.query<{ id: number; name: string; size: number | string }>(sql, [id]))]
  const selectedNames = new Set(selections.map(({ value }) => value))
  const isFull = (): boolean => files.length >= maxFiles || files.reduce((sum, file) => sum + Number(file.size), size) > maxBytes
  while (isFull()) {
    const index = files.findIndex(({ name }) => !selectedNames.has(name))
    const [oldest] = index === -1 ? [] : files.splice(index, 1)
    if (oldest === undefined) {
      throw ValidationError.of('file', createMessage('shop.tooManyFiles'))
    }
    await unit.run('DELETE FROM svc_files WHERE id = ?', [oldest.id])
    releaseBytes(context, unit, [oldest.name])
  }
}

/** Stores the file and returns the id to select. ValidationError on `question_id`, `name`, `file` or `configuration`. */
export async function storeUpload(
  work: ServiceContext,
  program: Program,
  row: StoredConfiguration,
  upload: UploadInput,
  texts?: EvaluationTexts,
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
    const messageKey = 'shop.fileTooLarge'
    throw createTranslatedError(texts, 'file', messageKey, { name, megabytes: limit / megabyte })
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
        configuration.name,
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

/** A file uploaded to this configuration, selected or not. NOT_FOUND for all others. */
export async function readUploadFile(work: ServiceContext, configurationId: number, id: string): Promise<ReplyFile> {
  const name = (await readUploadNames(work, configurationId, [id])).get(id)
  const bytes = name === undefined ? null : await work.context.files.get(id)
  if (name === undefined || bytes === null) throw new NotFoundError(createMessage('shop.fileUnknown'))
  return { name, bytes }
}

/** Names of the uploaded files that the configuration selects now or would select with the sent entries. */
export function loadSelectedUploads(
  { row, product, work }: LoadedConfiguration,
  entries: readonly ChangeEntry[] = [],
): Promise<UploadNames> {
  const whole = entries.filter((entry): entry is SelectionInput => typeof entry.value !== 'object' || entry.value === null)
  return readUploadNames(work, row.id, findUploadIds(product.program, [...row.selections, ...whole]))
}

/** An error message if the entry selects a file that was not uploaded to this configuration; otherwise null. */
export function checkUploadOwnership(
  { product, evaluation, shop }: PricingSession,
  entry: SelectionInput,
  uploads: UploadNames,
): string | null {
  const [id] = findUploadIds(product.program, [entry])
  if (id === undefined || uploads.has(id)) return null
  const question = product.titles.get(shop.language)?.questions[entry.question_id] ?? String(entry.question_id)
  return translateMessage(evaluation.texts, 'shop.uploadIdInvalid', { question })
}

/** Stores a file for a question of the configuration. */
export async function uploadFile(shopperContext: ShopperContext, token: string, file: UploadInput): Promise<UploadReply> {
  const { row, product, work, evaluation } = await loadConfiguration(shopperContext, token)
  return { id: await storeUpload(work, product.program, row, file, evaluation.texts) }
}

/** Returns the bytes of an uploaded file. NOT_FOUND for unknown files and for other shoppers' configurations alike. */
export async function readUpload(shopperContext: ShopperContext, token: string, id: string): Promise<ReplyFile> {
  const { row, work } = await findOwnConfiguration(shopperContext, token)
  return readUploadFile(work, row.id, id)
}
