// Where a package lies: by a plain name in the transfer folder for callers from outside, anywhere for those with a shell.
import { basename, isAbsolute, join, resolve } from 'node:path'
import { ValidationError } from '../../ground/errors.js'
import type { Caller } from '../../ground/access/caller.js'
import type { Context } from '../../storage/context.js'

/** Letters and digits of any language, blanks inside, `.`, `-` and `_`; no path, nothing hidden, nothing that a terminal would act upon. */
const plainName = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_ .-]{0,120}[\p{L}\p{N}_])?$/u

/** True where a token stands behind the call, which came over HTTP then (spec 4.4), or a person who came over the network. */
const isFromOutside = ({ id, outside }: Caller): boolean => id !== null || outside === true

export interface PackagePlace {
  /** On the disk. */
  readonly path: string
  /** As the caller may know it. */
  readonly shown: string
}

/** The place that a caller names in `argument`. A refusal naming it for anything but a plain name from outside. */
export function packagePlace({ transferFolder }: Context, caller: Caller, argument: string, given: string): PackagePlace {
  const isPlain = plainName.test(given) && !given.includes('..')
  if (isFromOutside(caller)) {
    if (isPlain) return { path: join(transferFolder, given), shown: given }
    const message =
      `'${argument}' is a plain file name such as 'blind.zip' here: packages lie in the transfer folder of the service. ` +
      "It takes letters, digits, '.', '-' and '_', and no path."
    throw ValidationError.of(argument, message)
  }
  if (given.includes('\0')) throw ValidationError.of(argument, `'${argument}' takes a path without NUL characters.`)
  const path = isAbsolute(given) ? given : resolve(given)
  return { path, shown: path }
}

/** The place of a package that nobody has named: in the transfer folder. */
export function newPackagePlace({ transferFolder }: Context, caller: Caller, ids: readonly number[]): PackagePlace {
  const listed = ids.slice(0, 5).join('-')
  const name = `product-${listed}${ids.length > 5 ? `-and-${ids.length - 5}-more` : ''}.zip`
  const path = join(transferFolder, name)
  return { path, shown: isFromOutside(caller) ? basename(path) : path }
}
