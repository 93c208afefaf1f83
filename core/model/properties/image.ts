// The `image` property kind: the name of an uploaded picture in the store's file folder.
import type { PropertyKind, UnnamedProperty, Typed, FactoryOptions } from '../../foundation/property/kind.js'
import type { Exactly, NoOptions } from '../../foundation/property/typing.js'
import { fileMembers, type FileOptions } from './file.js'

export const imageKind: PropertyKind<FileOptions> = { name: 'image', control: 'image', ...fileMembers, files: 'pictures' }

export function image<const G extends FactoryOptions = NoOptions>(
  label: string,
  propertyOptions?: Exactly<G, FactoryOptions>,
): Typed<FileOptions, G, string, ''>
export function image(label: string, propertyOptions: FactoryOptions = {}): UnnamedProperty<FileOptions> {
  return { kind: imageKind, label, ...propertyOptions, options: {} }
}

/** Help text for authors. */
const layerHelp =
  'PNG, JPEG, WebP, GIF or SVG. Texts in drawings appear in Noto Sans, in Latin, Greek, Cyrillic, Hebrew or Arabic script.'

/** A layer of the picture of a configured product. */
export function imageLayer<const G extends FactoryOptions = NoOptions>(
  label: string,
  propertyOptions?: Exactly<G, FactoryOptions>,
): Typed<FileOptions, G, string, ''>
export function imageLayer(label: string, propertyOptions: FactoryOptions = {}): UnnamedProperty<FileOptions> {
  return { kind: imageKind, label, help: layerHelp, ...propertyOptions, options: { isLayer: true } }
}
