// Stores an uploaded picture or file in a field of a record, after checking and sanitising its content (domain §7).
import { randomBytes } from 'node:crypto'
import { formatIsoTime } from '../../foundation/clock.js'
import { ServiceError, ValidationError } from '../../foundation/errors.js'
import type { Property } from '../../foundation/property/kind.js'
import { maximumMarkupDepth } from '../../foundation/markup-depth.js'
import { svgLimit } from '../../foundation/svg.js'
import type { Context } from '../context.js'
import { insertRows } from '../database/dialect.js'
import { unit, type Unit } from '../database/unit.js'
import { shownName } from '../pipeline/files.js'
import { write } from '../pipeline/write.js'
import { FileTooLarge, headLength } from './file-store.js'
import { extensionOf, fitsExtension, sniffedTypes } from './media-type.js'
import { type PictureSize, pictureSize } from './picture-size.js'
import { type FileTarget, requireFileField, unsaid } from './record-files.js'
import { shownPixels, shrink } from './shrink.js'

/** The maximum size of a file in bytes. */
export const fileLimit = 20 * 1_048_576
/** The maximum number of pixels of a picture. */
const mostPixels = 100_000_000

/** The accepted picture types, and the extension for a file name without one. */
const pictures: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
}
const documents = ['pdf', 'txt', 'csv', 'zip', 'docx', 'xlsx', 'odt', 'dxf', 'eps', 'ai', 'tif', 'tiff', 'bmp'] as const

const pictureAmong = (types: readonly string[]): string | undefined => types.find((type) => Object.hasOwn(pictures, type))

/** The last path segment of the sent file name, without characters that are unsafe in HTML or headers. */
function plainName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return last
    .replace(/[\u0000-\u001f\u007f<>"]/g, '')
    .trim()
    .slice(-200)
}

function refuse(property: Property, message: string): never {
  throw ValidationError.of(property.name, message)
}

/** Returns the type of the content. Rejects content that the kind does not take or that contradicts the file name. */
async function judge(property: Property, name: string, head: Uint8Array): Promise<string> {
  const found = await sniffedTypes(head)
  const extension = extensionOf(name)
  const others: readonly string[] = property.kind.files === 'any' ? documents : []
  const picture = pictureAmong(found)
  if (picture === undefined && !others.includes(extension)) {
    const takes = [...Object.values(pictures), ...others].join(', ')
    return refuse(property, `Field ${property.label} takes files of the kinds ${takes}. This content is of the type ${found[0]}.`)
  }
  if (extension !== '' && !fitsExtension(extension, found)) {
    return refuse(property, `The content of '${name}' is of the type ${found[0]}, which its name does not promise.`)
  }
  return picture ?? found[0]
}

interface Checked {
  readonly type: string
  readonly bytes: Uint8Array
  readonly size: PictureSize | null
}

/** Returns the bytes to store. Sanitises SVG drawings and rejects pictures with too many pixels. */
async function check({ sanitizer }: Context, property: Property, type: string, bytes: Uint8Array): Promise<Checked> {
  if (bytes.length === 0) refuse(property, 'The file is empty. Send its bytes as the body.')
  if (type === 'image/svg+xml') {
    if (bytes.length > svgLimit) refuse(property, `This drawing is larger than the limit of ${svgLimit / 1_048_576} MiB.`)
    const text = new TextDecoder().decode(bytes)
    const { isTooDeep, clean } = await sanitizer.svg(text)
    if (isTooDeep) refuse(property, `This drawing is nested deeper than ${maximumMarkupDepth} levels.`)
    if (clean === null) return refuse(property, 'This drawing holds nothing that could be shown. Send an SVG with shapes in it.')
    const kept = new TextEncoder().encode(clean)
    return { type, bytes: kept, size: pictureSize(type, kept) }
  }
  const size = pictureSize(type, bytes)
  if (size && size.width * size.height > mostPixels) {
    const pixels = `${size.width} × ${size.height}`
    return refuse(property, `The picture has ${pixels} pixels. Send one of at most ${mostPixels / 1_000_000} megapixels.`)
  }
  return { type, bytes, size }
}

/**
 * Stores a file in a field of a record and replaces the previous one. Writes `bytes` as they arrive. Throws NOT_FOUND,
 * PAYLOAD_TOO_LARGE, or VALIDATION_FAILED on the field for unacceptable content.
 */
export async function storeRecordFile(
  context: Context,
  { entity: entityName, id, field }: FileTarget,
  given: { readonly name: string; readonly bytes: AsyncIterable<Uint8Array> },
): Promise<void> {
  const property = requireFileField(context.registry, { entity: entityName, field })
  const { files } = context
  const received = await files.receive(given.bytes, fileLimit).catch((error: unknown) => {
    if (!(error instanceof FileTooLarge)) throw error
    throw new ServiceError('PAYLOAD_TOO_LARGE', `The file is larger than the limit of ${fileLimit / 1_048_576} MiB.`)
  })
  const name = plainName(given.name)
  const stored = randomBytes(24).toString('base64url')
  const kept: string[] = []
  try {
    const type = await judge(property, name, received.head)
    const raw = `${stored}.raw`
    kept.push(raw)
    await received.keep(raw)
    const checked = await check(context, property, type, (await files.get(raw)) ?? new Uint8Array())
    kept.push(stored)
    await files.put(stored, checked.bytes)
    await files.remove(raw)
    const shown = await shownCopy(checked)
    if (shown) {
      kept.push(shownName(stored))
      await files.put(shownName(stored), shown)
    }
    const named = givenName(name, field, type)
    await keepRows(context, { entity: entityName, id, field }, judged(stored, named, checked, shown).facts)
  } catch (error) {
    await received.drop()
    for (const one of kept) await files.remove(one)
    throw error
  }
}

/** A smaller copy for the storefront. null if the picture is small enough or cannot be resized. */
async function shownCopy({ type, bytes, size }: Checked): Promise<Uint8Array | null> {
  const isLarge = size !== null && Math.max(size.width, size.height) > shownPixels
  return isLarge && type !== 'image/svg+xml' && type !== 'image/gif' ? shrink(bytes) : null
}

/** The metadata of a checked file. */
export interface FileFacts {
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
export interface JudgedFile {
  readonly facts: FileFacts
  readonly bytes: Uint8Array
  readonly shown: Uint8Array | null
}

/** Checks bytes in memory, such as those of a transfer package. Stores nothing. Errors name the field. */
export async function judgeFile(context: Context, property: Property, given: string, whole: Uint8Array): Promise<JudgedFile> {
  const name = plainName(given)
  if (whole.length > fileLimit) refuse(property, `The file is larger than the limit of ${fileLimit / 1_048_576} MiB.`)
  const checked = await check(context, property, await judge(property, name, whole.subarray(0, headLength)), whole)
  const shown = await shownCopy(checked)
  const named = givenName(name, property.name, checked.type)
  return { ...judged(randomBytes(24).toString('base64url'), named, checked, shown), bytes: checked.bytes, shown }
}

/** Stores the bytes. They stay unreferenced until a record names them. */
export async function keepBytes({ files }: Context, { facts, bytes, shown }: JudgedFile): Promise<void> {
  await files.put(facts.stored, bytes)
  if (shown) await files.put(shownName(facts.stored), shown)
}

function judged(
  stored: string,
  named: string,
  { type, bytes, size }: Checked,
  shown: Uint8Array | null,
): { readonly facts: FileFacts } {
  return { facts: { stored, named, type, size: bytes.length, pixels: size, shown: shown?.length ?? null } }
}

function givenName(name: string, field: string, type: string): string {
  return extensionOf(name) !== '' || !pictures[type] ? name || 'file' : `${name || field}.${pictures[type]}`
}

/** Inserts the rows of the file and of its copy. The caller must write the field that names the file. */
export async function addFileRows(
  { clock }: Context,
  u: Unit,
  { entity, id, field }: FileTarget,
  { stored, named, type, size, pixels, shown }: FileFacts,
): Promise<void> {
  const columns = ['name', 'entity', 'entity_id', 'property', 'original_name', 'media_type', 'size', 'width', 'height', 'created']
  const created = formatIsoTime(clock.now())
  const add = insertRows('svc_files', columns)
  await u.run(add, [stored, entity, id, field, named, type, size, pixels?.width ?? null, pixels?.height ?? null, created])
  if (shown !== null) {
    await u.run(add, [shownName(stored), entity, id, shownName(field), named, type, shown, null, null, created])
  }
}

/** The metadata of bytes in the file store that were not uploaded to a record. */
export async function factsOf(stored: string, bytes: Uint8Array): Promise<FileFacts> {
  const found = await sniffedTypes(bytes.subarray(0, headLength))
  const type = pictureAmong(found) ?? found[0]
  return { stored, named: stored, type, size: bytes.length, pixels: pictureSize(type, bytes), shown: null }
}

/**
 * Adds rows for another record that shares the file: copies the existing rows, or uses the metadata if there are none. The bytes
 * stay while a row exists.
 */
export async function shareFileRows(context: Context, u: Unit, target: FileTarget, facts: FileFacts): Promise<void> {
  const { entity, id, field } = target
  const { stored } = facts
  const same = 'original_name, media_type, size, width, height'
  const parts = [
    [stored, field],
    [shownName(stored), shownName(field)],
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
async function keepRows(context: Context, target: FileTarget, facts: FileFacts): Promise<void> {
  const { entity, id, field } = target
  await unit(context.database, async (u) => {
    const [held] = await u.query('SELECT name FROM svc_files WHERE entity = ? AND entity_id = ? AND property = ?', [
      entity,
      id,
      field,
    ])
    const isReplaced = held !== undefined
    await addFileRows(context, u, target, facts)
    // A focal point set before the first upload applies to this picture.
    const rest = isReplaced ? unsaid(context.registry, target) : {}
    await write(context, entity, { ...rest, [field]: facts.stored }, { id, unit: u })
  })
}
