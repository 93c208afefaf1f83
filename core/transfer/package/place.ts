// Where a package lies: by a plain name in the transfer folder for callers from outside, anywhere for those with a shell.
import { isAbsolute, resolve } from 'node:path'
import { ValidationError } from '../../foundation/errors.js'
import type { Caller } from '../../foundation/access/caller.js'
import type { Context } from '../../storage/context.js'
import { localPlace } from '../../storage/files/local-zips.js'
import type { ZipPlace } from '../../storage/files/zip-store.js'

/** Letters and digits of any language, blanks inside, `.`, `-` and `_`; no path, nothing hidden, nothing that a terminal would act upon. */
const plainName = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_ .-]{0,120}[\p{L}\p{N}_])?$/u

const isPlain = (name: string): boolean => plainName.test(name) && !name.includes('..')

/** True where a token stands behind the call, which came over HTTP then (spec 4.4), or a person who came over the network. */
const isFromOutside = ({ id, outside }: Caller): boolean => id !== null || outside === true

export interface PackagePlace {
  readonly file: ZipPlace
  /** As the caller may know it. */
  readonly shown: string
}

/** The place that a caller names in `argument`. A refusal naming it for anything but a plain name from outside. */
export function packagePlace({ packages }: Context, caller: Caller, argument: string, given: string): PackagePlace {
  if (isFromOutside(caller)) {
    if (isPlain(given)) return { file: packages.place(given), shown: given }
    const message =
      `'${argument}' is a plain file name such as 'blind.zip' here: packages lie in the transfer folder of the service. ` +
      "It takes letters, digits, '.', '-' and '_', and no path."
    throw ValidationError.of(argument, message)
  }
  if (given.includes('\0')) throw ValidationError.of(argument, `'${argument}' takes a path without NUL characters.`)
  if (/^s3:\/\//i.test(given)) return inBucket(packages, argument, given)
  const path = isAbsolute(given) ? given : resolve(given)
  return { file: localPlace(path), shown: path }
}

/** As an export has told it. */
function inBucket(packages: Context['packages'], argument: string, given: string): PackagePlace {
  const name = given.slice(packages.path.length + 1)
  if (packages.isBucket && given.startsWith(`${packages.path}/`) && isPlain(name))
    return { file: packages.place(name), shown: given }
  const where = packages.isBucket ? `'${packages.path}/blind.zip'` : "a bucket that 'SVC_TRANSFER_FOLDER' names"
  throw ValidationError.of(argument, `'${given.slice(0, 200)}' lies in no bucket of transfer packages. Name a file, or ${where}.`)
}

/** The place of a package that nobody has named: in the transfer folder. */
export function newPackagePlace({ packages }: Context, caller: Caller, ids: readonly number[]): PackagePlace {
  const listed = ids.slice(0, 5).join('-')
  const name = `product-${listed}${ids.length > 5 ? `-and-${ids.length - 5}-more` : ''}.zip`
  const file = packages.place(name)
  return { file, shown: isFromOutside(caller) ? name : file.path }
}
