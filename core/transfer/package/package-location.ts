// Resolves the location of a package in the transfer folder, or at any path for callers with a shell, and explains write errors.
import { createMessage, type Message } from '../../foundation/message.js'
import { isAbsolute, resolve } from 'node:path'
import { ValidationError } from '../../foundation/errors.js'
import type { Caller } from '../../foundation/access.js'
import type { Context } from '../../storage/context.js'
import { createLocalLocation, type ZipLocation } from '../../storage/files/zip-store.js'

/** Letters and digits of any language, inner blanks, `.`, `-` and `_`. Excludes paths, hidden files and terminal control characters. */
const plainName = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_ .-]{0,120}[\p{L}\p{N}_])?$/u

const isPlainFileName = (name: string): boolean => plainName.test(name) && !name.includes('..')

/** True for a remote caller: a call over HTTP has a token, other network calls set `outside`. */
const isFromOutside = ({ id, outside }: Caller): boolean => id !== null || outside === true

export interface PackageLocation {
  readonly file: ZipLocation
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
  return { file: createLocalLocation(path), shown: path }
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

const reasonsByCode: Readonly<Record<string, Message>> = {
  EISDIR: createMessage('transfer.pathIsFolder'),
  ENOTDIR: createMessage('transfer.pathThroughFile'),
  ENOENT: createMessage('transfer.folderMissing'),
  EACCES: createMessage('transfer.accessDenied'),
  EPERM: createMessage('transfer.accessDenied'),
  EROFS: createMessage('transfer.readOnly'),
  ENOSPC: createMessage('transfer.diskFull'),
  ENAMETOOLONG: createMessage('transfer.nameTooLong'),
  EEXIST: createMessage('transfer.pathThroughFile'),
  ENOTEMPTY: createMessage('transfer.pathIsFolder'),
}

/** The second half of a sentence; null for errors that the caller cannot fix. */
export function explainWriteError(error: unknown): Message | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return Object.hasOwn(reasonsByCode, code) ? reasonsByCode[code]! : null
}
