// Stores an uploaded picture or file in a field of a record, after checking and sanitising its content.
import { createLabel, createMessage, type Message } from '../../foundation/message.js'
import { randomBytes } from 'node:crypto'
import { formatIsoTime } from '../../foundation/clock.js'
import { ServiceError, ValidationError } from '../../foundation/errors.js'
import type { Property } from '../../foundation/property/kind.js'
import type { FileOptions } from '../../model/properties/file.js'
import { maximumMarkupDepth, svgLimit } from '../../foundation/rich-text.js'
import type { Context } from '../context.js'
import { insertRows } from '../database/dialect.js'
import { unit, type Unit } from '../unit-of-work/transaction.js'
import { toStorefrontCopyName } from '../pipeline/file-release.js'
import { writeEntityRecord } from '../pipeline/write.js'
import { FileTooLargeError, headLength } from './file-store.js'
import {
  getFileExtension,
  isTypeAllowedForExtension,
  detectMediaTypes,
  pictureExtensions,
  documentExtensions,
  findPictureType,
  toSafeFileName,
} from './media-type.js'
import { isAnimatedWebp, type PictureSize, readPictureSize, maximumStorefrontPixels, shrinkPicture } from './picture.js'
import { type FileTarget, requireFileField, createEmptyFileDetails } from './record-files.js'

/** The maximum size of a file in bytes. */
export const maximumFileSize = 20 * 1_048_576

/** The maximum number of pixels of a picture. */
const maximumPixels = 100_000_000

/** The maximum number of pixels of a WebP layer, which the server decodes to 4 bytes per pixel. */
const maximumWebpLayerPixels = 24_000_000

function throwFieldError(property: Property, message: Message): never {
  throw ValidationError.of(property.name, message)
}

/** Returns the type of the content. Rejects content that the kind does not take or that contradicts the file name. */
async function requireAcceptedType(property: Property, name: string, head: Uint8Array): Promise<string> {
  const detectedTypes = await detectMediaTypes(head)
  const extension = getFileExtension(name)
  const extraExtensions: readonly string[] = property.kind.files === 'any' ? documentExtensions : []
  const picture = findPictureType(detectedTypes)
  if (picture === undefined && !extraExtensions.includes(extension)) {
    const acceptedTypes = [...Object.values(pictureExtensions), ...extraExtensions]
    return throwFieldError(
      property,
      createMessage('fields.fileKindNotAccepted', {
        field: createLabel('field', property.label),
        kinds: acceptedTypes,
        type: detectedTypes[0],
      }),
    )
  }
  if (extension !== '' && !isTypeAllowedForExtension(extension, detectedTypes)) {
    return throwFieldError(property, createMessage('errors.fileTypeDiffers', { name, type: detectedTypes[0] }))
  }
  return picture ?? detectedTypes[0]
}

interface SanitizedContent {
  readonly type: string
  readonly bytes: Uint8Array
  readonly size: PictureSize | null
}

/**
 * Refuses a layer that the server cannot draw: carts, orders and mails would show the configured picture without it. Drawings need a
 * size, and WebP pictures are decoded in memory.
 */
export function requireDrawableLayer(property: Property, { type, bytes, size }: SanitizedContent): void {
  if ((property.options as FileOptions).isLayer !== true) return
  if (size === null) throwFieldError(property, createMessage('errors.layerWithoutSize'))
  if (type !== 'image/webp') return
  if (isAnimatedWebp(bytes)) throwFieldError(property, createMessage('errors.layerAnimated'))
  if (size.width * size.height <= maximumWebpLayerPixels) return
  const most = maximumWebpLayerPixels / 1_000_000
  throwFieldError(property, createMessage('errors.pictureTooLarge', { pixels: `${size.width} × ${size.height}`, most }))
}

async function sanitizeContent(context: Context, property: Property, type: string, bytes: Uint8Array): Promise<SanitizedContent> {
  const content = await sanitizePicture(context, property, type, bytes)
  requireDrawableLayer(property, content)
  return content
}

/** Returns the bytes to store. Sanitises SVG drawings and rejects pictures with too many pixels. */
async function sanitizePicture(
  { sanitizer }: Context,
  property: Property,
  type: string,
  bytes: Uint8Array,
): Promise<SanitizedContent> {
  if (bytes.length === 0) throwFieldError(property, createMessage('errors.fileEmpty'))
  if (type === 'image/svg+xml') {
    if (bytes.length > svgLimit)
      throwFieldError(property, createMessage('errors.drawingTooLarge', { size: svgLimit / 1_048_576 }))
    const text = new TextDecoder().decode(bytes)
    const { isTooDeep, clean } = await sanitizer.svg(text)
    if (isTooDeep) throwFieldError(property, createMessage('errors.drawingTooDeep', { most: maximumMarkupDepth }))
    if (clean === null) return throwFieldError(property, createMessage('errors.drawingEmpty'))
    const cleanBytes = new TextEncoder().encode(clean)
    return { type, bytes: cleanBytes, size: readPictureSize(type, cleanBytes) }
  }
  const size = readPictureSize(type, bytes)
  if (size && size.width * size.height > maximumPixels) {
    const pixels = `${size.width} × ${size.height}`
    return throwFieldError(property, createMessage('errors.pictureTooLarge', { pixels, most: maximumPixels / 1_000_000 }))
  }
  return { type, bytes, size }
}

/** An uploaded file. */
export interface IncomingFile {
  readonly name: string
  readonly bytes: AsyncIterable<Uint8Array>
}

/**
 * Stores a file in a field of a record and replaces the previous one. Writes `bytes` as they arrive. Throws NOT_FOUND,
 * PAYLOAD_TOO_LARGE, or VALIDATION_FAILED on the field for unacceptable content.
 */
export async function storeRecordFile(context: Context, target: FileTarget, upload: IncomingFile): Promise<void> {
  const property = requireFileField(context.registry, target)
  await receiveFile(context, property, upload, (facts) => storeFileRows(context, target, facts))
}

/** Checks and stores the bytes, then their rows. If that fails, the bytes are deleted. Errors as `storeRecordFile`. */
export async function receiveFile(
  context: Context,
  property: Property,
  upload: IncomingFile,
  storeRows: (facts: FileMetadata) => Promise<void>,
): Promise<void> {
  const { files } = context
  const received = await files.receive(upload.bytes, maximumFileSize).catch((error: unknown) => {
    if (!(error instanceof FileTooLargeError)) throw error
    throw new ServiceError('PAYLOAD_TOO_LARGE', createMessage('errors.fileTooLarge', { size: maximumFileSize / 1_048_576 }))
  })
  const name = toSafeFileName(upload.name)
  const stored = randomBytes(24).toString('base64url')
  const storedNames: string[] = []
  try {
    const type = await requireAcceptedType(property, name, received.head)
    const raw = `${stored}.raw`
    storedNames.push(raw)
    await received.keep(raw)
    const checked = await sanitizeContent(context, property, type, (await files.get(raw)) ?? new Uint8Array())
    storedNames.push(stored)
    await files.put(stored, checked.bytes)
    await files.remove(raw)
    const storefrontCopy = await createStorefrontCopy(checked)
    if (storefrontCopy) {
      storedNames.push(toStorefrontCopyName(stored))
      await files.put(toStorefrontCopyName(stored), storefrontCopy)
    }
    const fileName = toFileName(name, property.name, type)
    await storeRows(toFileMetadata(stored, fileName, checked, storefrontCopy).facts)
  } catch (error) {
    await received.drop()
    for (const storedName of storedNames) await files.remove(storedName)
    throw error
  }
}

/** A smaller copy for the storefront. null if the picture is small enough or cannot be resized. */
async function createStorefrontCopy({ type, bytes, size }: SanitizedContent): Promise<Uint8Array | null> {
  const isLarge = size !== null && Math.max(size.width, size.height) > maximumStorefrontPixels
  return isLarge && type !== 'image/svg+xml' && type !== 'image/gif' ? shrinkPicture(bytes) : null
}

/** The metadata of a checked file. */
export interface FileMetadata {
  /** Its name in the file store. */
  readonly stored: string
  /** The original file name. */
  readonly named: string
  readonly type: string
  /** Bytes. */
  readonly size: number
  readonly pixels: PictureSize | null
  /** The size of the smaller copy in bytes. null if there is none. */
  readonly shown: number | null
}

/** A checked file with its metadata and bytes. */
export interface ValidatedFile {
  readonly facts: FileMetadata
  readonly bytes: Uint8Array
  readonly shown: Uint8Array | null
}

/** Checks bytes in memory, such as a file of a transfer package. Stores nothing. Errors name the field. */
export async function validateFile(
  context: Context,
  property: Property,
  originalName: string,
  whole: Uint8Array,
): Promise<ValidatedFile> {
  const name = toSafeFileName(originalName)
  if (whole.length > maximumFileSize)
    throwFieldError(property, createMessage('errors.fileTooLarge', { size: maximumFileSize / 1_048_576 }))
  const checked = await sanitizeContent(
    context,
    property,
    await requireAcceptedType(property, name, whole.subarray(0, headLength)),
    whole,
  )
  const storefrontCopy = await createStorefrontCopy(checked)
  const fileName = toFileName(name, property.name, checked.type)
  return {
    ...toFileMetadata(randomBytes(24).toString('base64url'), fileName, checked, storefrontCopy),
    bytes: checked.bytes,
    shown: storefrontCopy,
  }
}

/** Stores the bytes. They stay unreferenced until a record names them. */
export async function storeFileBytes({ files }: Context, { facts, bytes, shown: storefrontCopy }: ValidatedFile): Promise<void> {
  await files.put(facts.stored, bytes)
  if (storefrontCopy) await files.put(toStorefrontCopyName(facts.stored), storefrontCopy)
}

function toFileMetadata(
  stored: string,
  fileName: string,
  { type, bytes, size }: SanitizedContent,
  storefrontCopy: Uint8Array | null,
): { readonly facts: FileMetadata } {
  return { facts: { stored, named: fileName, type, size: bytes.length, pixels: size, shown: storefrontCopy?.length ?? null } }
}

function toFileName(name: string, field: string, type: string): string {
  return getFileExtension(name) !== '' || !pictureExtensions[type]
    ? name || 'file'
    : `${name || field}.${pictureExtensions[type]}`
}

/** Inserts the rows of the file and of its copy. The caller must write the field that names the file. */
export async function addFileRows(
  { clock }: Context,
  u: Unit,
  { entity, id, field }: FileTarget,
  { stored, named: fileName, type, size, pixels, shown: copySize }: FileMetadata,
): Promise<void> {
  const columns = ['name', 'entity', 'entity_id', 'property', 'original_name', 'media_type', 'size', 'width', 'height', 'created']
  const created = formatIsoTime(clock.now())
  const add = insertRows('svc_files', columns)
  await u.run(add, [stored, entity, id, field, fileName, type, size, pixels?.width ?? null, pixels?.height ?? null, created])
  if (copySize !== null) {
    await u.run(add, [
      toStorefrontCopyName(stored),
      entity,
      id,
      toStorefrontCopyName(field),
      fileName,
      type,
      copySize,
      null,
      null,
      created,
    ])
  }
}

/** The metadata of bytes in the file store that were not uploaded to a record. */
export async function readFileMetadata(stored: string, bytes: Uint8Array): Promise<FileMetadata> {
  const detectedTypes = await detectMediaTypes(bytes.subarray(0, headLength))
  const type = findPictureType(detectedTypes) ?? detectedTypes[0]
  return { stored, named: stored, type, size: bytes.length, pixels: readPictureSize(type, bytes), shown: null }
}

/**
 * Adds rows for another record that shares the file: copies the existing rows, or uses the metadata if there are none. The bytes
 * stay while a row exists.
 */
export async function shareFileRows(context: Context, u: Unit, target: FileTarget, facts: FileMetadata): Promise<void> {
  const { entity, id, field } = target
  const { stored } = facts
  const same = 'original_name, media_type, size, width, height'
  const parts = [
    [stored, field],
    [toStorefrontCopyName(stored), toStorefrontCopyName(field)],
  ] as const
  let added = 0
  for (const [name, property] of parts) {
    const { affected } = await u.run(
      `INSERT INTO svc_files (name, ${same}, entity, entity_id, property, created)
        SELECT name, ${same}, ?, ?, ?, ? FROM svc_files WHERE name = ? ORDER BY id LIMIT 1`,
      [entity, id, property, formatIsoTime(context.clock.now()), name],
    )
    added += affected
  }
  if (added === 0) await addFileRows(context, u, target, facts)
}

/** Writes the rows and the field that names the file in one unit. The previous file is deleted after the commit. */
export async function storeFileRows(
  context: Context,
  target: FileTarget,
  facts: FileMetadata,
  addRows: typeof addFileRows = addFileRows,
): Promise<void> {
  const { entity, id, field } = target
  await unit(context.database, async (u) => {
    const [existingRow] = await u.query<{ readonly name: string }>(
      'SELECT name FROM svc_files WHERE entity = ? AND entity_id = ? AND property = ?',
      [entity, id, field],
    )
    // The field shows this file already.
    if (existingRow?.name === facts.stored) return
    const isReplaced = existingRow !== undefined
    await addRows(context, u, target, facts)
    // A focal point set before the first upload applies to this picture.
    const rest = isReplaced ? createEmptyFileDetails(context.registry, target) : {}
    await writeEntityRecord(context, entity, { ...rest, [field]: facts.stored }, { id, unit: u })
  })
}
