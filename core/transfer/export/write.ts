// Makes the file of a package: at the place that the caller names, whole or not at all.
import type { Caller } from '../../ground/access/caller.js'
import { ServiceError, ValidationError } from '../../ground/errors.js'
import type { Work } from '../../storage/work.js'
import { failedTransfer } from '../failure.js'
import { newPackagePlace, packagePlace } from '../package/place.js'
import { createZip, type ZipWriter } from '../package/write-zip.js'
import { exportProducts, type ExportReport } from './export.js'

export interface ExportInput {
  readonly ids: readonly number[]
  /** null: in the transfer folder, under a name that says which products it holds. */
  readonly out: string | null
  readonly caller: Caller
  progress(sentence: string): void
}

export interface WrittenPackage extends ExportReport {
  readonly path: string
  /** Bytes. */
  readonly size: number
}

/** NOT_FOUND for an unknown product; a refusal of `out` where no file can be written. */
export async function writePackage(work: Work, { ids, out, caller, progress }: ExportInput): Promise<WrittenPackage> {
  const { context } = work
  const { path, shown } = out === null ? newPackagePlace(context, caller, ids) : packagePlace(context, caller, 'out', out)
  const zip = await begun(path, shown)
  try {
    progress(`Writing ${ids.length} ${ids.length === 1 ? 'product' : 'products'}.`)
    const report = await exportProducts(work, ids, zip)
    const size = await zip.finish()
    return { path: shown, size, ...report }
  } catch (error) {
    await zip.drop()
    if (error instanceof ServiceError && error.code !== 'INTERNAL_ERROR') throw error
    throw unwritable(error, shown) ?? failedTransfer(context, 'export', error)
  }
}

async function begun(path: string, shown: string): Promise<ZipWriter> {
  try {
    return await createZip(path)
  } catch (error) {
    throw unwritable(error, shown) ?? error
  }
}

const reasons: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is no folder',
  ENOENT: 'its folder does not exist',
  EACCES: 'the service may not write there',
  EPERM: 'the service may not write there',
  EROFS: 'nothing can be written there',
  ENOSPC: 'there is no room left on the disk',
  ENAMETOOLONG: 'its name is too long',
  EEXIST: 'a part of its path is no folder',
  ENOTEMPTY: 'it is a folder',
}

/** What the caller can mend, as one plain sentence; null for everything else. */
function unwritable(error: unknown, shown: string): ValidationError | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = reasons[code]
  return reason === undefined
    ? null
    : ValidationError.of('out', `The package cannot be written to '${shown.slice(0, 200)}': ${reason}.`)
}
