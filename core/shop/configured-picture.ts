// The picture of a configured product: its layers, and a signed name with which surfaces request the drawn picture.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ConfigurationState } from '../engine/program/state.js'
import type { CompiledProduct } from '../product/compiled-products.js'
import type { Context } from '../storage/context.js'
import { detectMediaTypes } from '../storage/files/media-type.js'
import type { PictureLayer, PictureRequester } from '../storage/files/picture.js'
import { headLength } from '../storage/files/file-store.js'
import { toStorefrontCopyName } from '../storage/pipeline/file-release.js'

/** File names contain no such character. */
const separator = '~'
/** Maximum number of layers of a picture. Further ones are left out. */
const maxLayers = 40
/** Maximum bytes of all layers of a picture. */
const maxLayerBytes = 24 * 1_048_576
/** Maximum bytes of a single picture that is returned as stored. Larger ones are drawn smaller. */
const maxStoredBytes = 200_000
const storedTypes: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif'])

/** The file names of the picture's layers, the lowest first. A product without layers has its plain picture, or none. */
export function listPictureLayers({ program, text }: ConfigurationState, { layers, image }: CompiledProduct): readonly string[] {
  if (layers === null) return image === '' ? [] : [image]
  const selected = new Set(
    program.questions.flatMap(({ index, type }) => (type.takesAnswers ? (text[index] ?? '').split(',').map(Number) : [])),
  )
  const chosen = [...layers.answers].flatMap(([answer, name]) => (selected.has(answer) ? [name] : []))
  return [layers.lowest, ...chosen.slice(0, maxLayers - 1)]
}

const sign = (secret: string, layers: string): string =>
  createHmac('sha256', secret).update(`configured picture ${layers}`).digest('base64url').slice(0, 22)

/**
 * The name of the picture with these layers, for `products/{product}/pictures/{name}`. null without layers. It cannot be guessed, and it stays
 * valid while the files exist.
 */
export function toConfiguredPictureName({ secret }: Pick<Context, 'secret'>, layers: readonly string[]): string | null {
  if (layers.length === 0) return null
  const names = layers.join(separator)
  return `${sign(secret, names)}${separator}${names}`
}

/**
 * The name of the configuration's picture, for `products/{product}/pictures/{name}`: drawn from the layers of its answers, or else the
 * plain picture of the product. null without any.
 */
export function getConfigurationPicture(
  context: Pick<Context, 'secret'>,
  state: ConfigurationState,
  product: CompiledProduct,
): string | null {
  return product.layers === null ? product.image || null : toConfiguredPictureName(context, listPictureLayers(state, product))
}

/** The path of a configured picture below the address of the shop. It needs no sign-in. */
export const toConfiguredPicturePath = (productId: number | null, name: string): string =>
  `/svc-api/runtime/v1/products/${productId ?? 0}/pictures/${name}`

/** The layers of a name; null for any other name. */
function parseConfiguredPictureName({ secret }: Pick<Context, 'secret'>, name: string): readonly string[] | null {
  const at = name.indexOf(separator)
  if (at < 0) return null
  const [signature, names] = [name.slice(0, at), name.slice(at + 1)]
  const [sent, own] = [Buffer.from(signature), Buffer.from(sign(secret, names))]
  return sent.length === own.length && timingSafeEqual(sent, own) ? names.split(separator) : null
}

export const isConfiguredPictureName = (name: string): boolean => name.includes(separator)

async function loadLayers({ files }: Context, names: readonly string[]): Promise<readonly PictureLayer[]> {
  const layers: PictureLayer[] = []
  let byteBudget = maxLayerBytes
  for (const name of names) {
    // Prefer the smaller copy, if there is one.
    const bytes = (await files.get(toStorefrontCopyName(name))) ?? (await files.get(name))
    if (bytes === null || bytes.length > byteBudget) continue
    byteBudget -= bytes.length
    const [type] = await detectMediaTypes(bytes.subarray(0, headLength))
    layers.push({ type, bytes })
  }
  return layers
}

/** The drawn picture with that name. null for an unknown name, and if its files are gone or cannot be drawn. */
export async function readConfiguredPicture(
  context: Context,
  name: string,
  requester: PictureRequester,
): Promise<PictureLayer | null> {
  const names = parseConfiguredPictureName(context, name)
  if (names === null) return null
  if (names.length === 1) {
    const [layer] = await loadLayers(context, names)
    if (!layer) return null
    if (storedTypes.has(layer.type) && layer.bytes.length <= maxStoredBytes) return layer
  }
  const bytes = await context.pictures.compose(names.join(separator), () => loadLayers(context, names), requester)
  return bytes && { type: 'image/png', bytes }
}
