// The `image` property kind: the name of an uploaded picture in the store's file folder.
import type { PropertyKind, UnnamedProperty, Typed } from '../../ground/property/kind.js'
import type { Given } from '../../ground/property/options.js'
import type { Exactly, NoOptions } from '../../ground/property/typing.js'
import { fileMembers, type FileOptions } from './file.js'

export const imageKind: PropertyKind<FileOptions> = { name: 'image', control: 'image', ...fileMembers, files: 'pictures' }

export function image<const G extends Given = NoOptions>(
  label: string,
  propertyOptions?: Exactly<G, Given>,
): Typed<FileOptions, G, string, ''>
export function image(label: string, propertyOptions: Given = {}): UnnamedProperty<FileOptions> {
  return { kind: imageKind, label, ...propertyOptions, options: {} }
}
