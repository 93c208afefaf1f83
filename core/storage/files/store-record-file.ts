// Stores a picture or file in a field of a record: checked, made inert, and named by the field that holds it (domain §7).
import { randomBytes } from 'node:crypto'
import { isoTime } from '../../ground/clock.js'
import { ServiceError, ValidationError } from '../../ground/errors.js'
import type { Property } from '../../ground/property/kind.js'
import { sanitizeSvg } from '../../ground/svg.js'
import type { Context } from '../context.js'
import { insertRows } from '../database/dialect.js'
import { unit } from '../database/unit.js'
import { shownName } from '../pipeline/files.js'
import { write } from '../pipeline/write.js'
import { FileTooLarge } from './file-store.js'
import { extensionOf, fitsExtension, sniffedTypes } from './media-type.js'
import { type PictureSize, pictureSize } from './picture-size.js'
import { type FileTarget, requireFileField } from './record-files.js'
import { shownPixels, shrink } from './shrink.js'

/** Bytes of one file. */
export const fileLimit = 20 * 1_048_576
/** Pixels of one picture. */
const mostPixels = 100_000_000

/** By content type: what a picture may be, and the extension that it is given where its name has none. */
const pictures: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
}
const documents = ['pdf', 'txt', 'csv', 'zip', 'docx', 'xlsx', 'odt', 'dxf', 'eps', 'ai', 'tif', 'tiff', 'bmp'] as const

/** The last part of a name that a client sent, without what would disturb a page or a header. */
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

/** The type of the content: what the kind takes and the name promises. */
async function judge(property: Property, name: string, head: Uint8Array): Promise<string> {
  const found = await sniffedTypes(head)
  const extension = extensionOf(name)
  const others: readonly string[] = property.kind.files === 'any' ? documents : []
  const picture = found.find((type) => Object.hasOwn(pictures, type))
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

/** The bytes as they are kept: drawings made inert, pictures of a size that can be drawn. */
function check(property: Property, type: string, bytes: Uint8Array): Checked {
  if (bytes.length === 0) refuse(property, 'The file is empty. Send its bytes as the body.')
  if (type === 'image/svg+xml') {
    const clean = sanitizeSvg(new TextDecoder().decode(bytes))
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
 * Stores a file in a field of a record in place of the one that it held. `bytes` are written down as they arrive.
 * NOT_FOUND, PAYLOAD_TOO_LARGE; VALIDATION_FAILED naming the field where the content is not what it takes.
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
    const checked = check(property, type, (await files.get(raw)) ?? new Uint8Array())
    kept.push(stored)
    await files.put(stored, checked.bytes)
    await files.remove(raw)
    const shown = await shownCopy(checked)
    if (shown) {
      kept.push(shownName(stored))
      await files.put(shownName(stored), shown)
    }
    const named = extensionOf(name) !== '' || !pictures[type] ? name || 'file' : `${name || field}.${pictures[type]}`
    await keepRows(context, { entity: entityName, id, field }, { stored, named, checked, shown })
  } catch (error) {
    await received.drop()
    for (const one of kept) await files.remove(one)
    throw error
  }
}

/** A smaller copy for the storefront, where the picture is larger than one shows and can be made smaller here. */
async function shownCopy({ type, bytes, size }: Checked): Promise<Uint8Array | null> {
  const isLarge = size !== null && Math.max(size.width, size.height) > shownPixels
  return isLarge && type !== 'image/svg+xml' && type !== 'image/gif' ? shrink(bytes) : null
}

interface Kept {
  readonly stored: string
  readonly named: string
  readonly checked: Checked
  readonly shown: Uint8Array | null
}

/** The rows of the file and of its copy, and the field that names it, in one unit; what it held before goes with the commit. */
async function keepRows(
  context: Context,
  { entity, id, field }: FileTarget,
  { stored, named, checked, shown }: Kept,
): Promise<void> {
  const columns = ['name', 'entity', 'entity_id', 'property', 'original_name', 'media_type', 'size', 'width', 'height', 'created']
  const { type, bytes, size } = checked
  const created = isoTime(context.clock.now())
  const pixels = [size?.width ?? null, size?.height ?? null]
  await unit(context.database, async (u) => {
    const add = insertRows('svc_files', columns)
    await u.run(add, [stored, entity, id, field, named, type, bytes.length, ...pixels, created])
    if (shown) {
      await u.run(add, [shownName(stored), entity, id, shownName(field), named, type, shown.length, null, null, created])
    }
    await write(context, entity, { [field]: stored }, { id, unit: u })
  })
}
