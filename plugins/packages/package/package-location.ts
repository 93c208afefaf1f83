// Resolves the location of a package in the transfer folder, or at any path for callers with a shell.
import { zipFiles } from '#core/surface.js'
import { createMessage, ValidationError, type Caller, type Context } from '#core/contract.js'
import { isAbsolute, resolve } from 'node:path'

/** Letters and digits of any language, inner blanks, `.`, `-` and `_`. Excludes paths, hidden files and terminal control characters. */
const plainName = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_ .-]{0,120}[\p{L}\p{N}_])?$/u

const isPlainFileName = (name: string): boolean => plainName.test(name) && !name.includes('..')

/** True for a remote caller: a call over HTTP has a token, other network calls set `outside`. */
const isFromOutside = ({ id, outside }: Caller): boolean => id !== null || outside === true

export interface PackageLocation {
  readonly file: zipFiles.ZipLocation
  /** The location as the caller may see it. */
  readonly shown: string
}

/** The location that a caller names in `argument`; VALIDATION_FAILED on it if a remote caller sends more than a plain name. */
export function resolvePackageLocation(
  { packages }: Context,
  caller: Caller,
  argument: string,
  location: string,
): PackageLocation {
  if (isFromOutside(caller)) {
    if (isPlainFileName(location)) return { file: packages.locate(location), shown: location }
    throw ValidationError.of(argument, createMessage('transfer.plainNameRequired', { name: location.slice(0, 100) }))
  }
  if (location.includes('\0')) throw ValidationError.of(argument, createMessage('transfer.nulCharacters', { argument }))
  if (/^s3:\/\//i.test(location)) return resolveBucketLocation(packages, argument, location)
  const path = isAbsolute(location) ? location : resolve(location)
  return { file: zipFiles.createLocalLocation(path), shown: path }
}

/** Resolves the bucket address that an export has returned. */
function resolveBucketLocation(packages: Context['packages'], argument: string, location: string): PackageLocation {
  const name = location.slice(packages.path.length + 1)
  if (packages.isBucket && location.startsWith(`${packages.path}/`) && isPlainFileName(name))
    return { file: packages.locate(name), shown: location }
  const path = location.slice(0, 200)
  throw ValidationError.of(
    argument,
    packages.isBucket
      ? createMessage('transfer.outsideBucket', { path, example: `${packages.path}/blind.zip` })
      : createMessage('transfer.noBucket', { path }),
  )
}

/** The default location of a new package in the transfer folder. */
export function createPackageLocation({ packages }: Context, caller: Caller, ids: readonly number[]): PackageLocation {
  const listed = ids.slice(0, 5).join('-')
  const name = `product-${listed}${ids.length > 5 ? `-and-${ids.length - 5}-more` : ''}.zip`
  const file = packages.locate(name)
  return { file, shown: isFromOutside(caller) ? name : file.path }
}
