// Imports a package of one product in one pass: storing it is the check, and a blocking finding rolls it back.
import { withErrorTrail, ValidationError } from '../../foundation/errors.js'
import type { Work } from '../../storage/work.js'
import { type Checked, checkedOf, commonOf, hasGrade, ofManifest, prepareProduct, type Prove, refusals } from '../check/check.js'
import { effectsOf } from '../check/effects.js'
import type { TransferFinding } from '../check/findings.js'
import { noted } from '../trail.js'
import { applyProduct } from './apply.js'
import type { Applied, ImportHow } from './define.js'
import { type NamedPackage, told } from './import.js'

/** Rolls back the unit of work because a finding blocks the import. */
class Barred extends Error {
  constructor(readonly checked: Checked) {
    super('The import is barred by what was found.')
  }
}

export interface AtOnce {
  readonly prove: Prove
  /** True if a finding blocks the import; called inside the unit of work. */
  bars(checked: Checked): boolean
  progress(sentence: string): void
}

/**
 * Proves the product before the first write, so no writer waits for a solver. If a finding blocks the product, `stored` is false and
 * nothing changed. PackageFault for an incomplete package, TRANSFER_FAILED for a failure that the caller cannot fix.
 */
export async function importAtOnce(
  given: Work,
  { pack, name }: NamedPackage,
  how: ImportHow,
  { prove, bars, progress }: AtOnce,
): Promise<{ readonly checked: Checked; readonly stored: boolean }> {
  const work = await given.anew().at()
  const { id, title } = pack.manifest.products[0]!
  await pack.verify()
  const common = await commonOf(work, pack, how)
  const { wanted, carriesCode, findings } = await prepareProduct(common, id, true)
  const found: TransferFinding[] = [...ofManifest(pack.manifest, work.moment.snapshot.languages), ...common.findings, ...findings]
  const checkedSoFar = (more: readonly TransferFinding[], applied: readonly Applied[]): Checked =>
    checkedOf([...found, ...more], applied, carriesCode)
  let stored = false
  try {
    if (hasGrade(found, 'blocker')) return { checked: checkedSoFar([], []), stored }
    found.push(...(await prove(wanted)))
    progress(`Importing product ${id} '${title.slice(0, 100)}'.`)
    const products = [{ key: String(id), title: title.slice(0, 60) }]
    const checked = await noted(work.context, { what: 'import', name, products }, (land) =>
      withErrorTrail(`product ${id}`, () =>
        work.transact(async (inside) => {
          const applied = await applyProduct(inside, wanted)
          const whole = checkedSoFar(effectsOf(applied, wanted), [applied])
          if (bars(whole)) throw new Barred(whole)
          await land(inside.unit, String(id), applied.id)
          return whole
        }),
      ),
    )
    stored = true
    return { checked, stored }
  } catch (error) {
    if (error instanceof Barred) return { checked: error.checked, stored }
    if (error instanceof ValidationError) return { checked: checkedSoFar(refusals(error, id), []), stored }
    throw told(work, error, [])
  } finally {
    if (!stored) await wanted.files.drop()
  }
}
