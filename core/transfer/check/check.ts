// Finds out what an import would do and what keeps it from being done: the import itself is tried, and taken back.
import { ValidationError } from '../../ground/errors.js'
import { coreVersion } from '../../ground/version.js'
import type { Scope } from '../../ground/access/areas.js'
import type { InUnit, Work } from '../../storage/work.js'
import type { Applied, ImportHow } from '../import/define.js'
import { applyProduct, RecordRefused } from '../import/apply.js'
import { ImportFiles } from '../import/files.js'
import { findOutside, withoutMissing } from '../import/outside.js'
import { stage } from '../import/stage.js'
import type { Import } from '../import/wanted.js'
import { PackageFault } from '../package/faults.js'
import type { Manifest } from '../package/format.js'
import type { Package } from '../package/open.js'
import { finding, type Grade, type TransferFinding } from './findings.js'
import { effectsOf } from './effects.js'

/** What a check gives back; `applied` says what an import would do to each product that it can import. */
export interface Checked {
  readonly findings: readonly TransferFinding[]
  readonly applied: readonly Applied[]
  readonly carriesCode: boolean
  readonly needsScopes: readonly Scope[]
}

/** Told of each product while it stands in the unit that is taken back: what else is to be found of it. */
export type Look = (work: Work & InUnit, applied: Applied) => Promise<() => Promise<readonly TransferFinding[]>>

/** Findings at most. */
const most = 500

export const hasGrade = (findings: readonly TransferFinding[], grade: Grade): boolean =>
  findings.some((one) => one.grade === grade)

/** A package of which nothing can be believed. */
export function unreadable({ kind, message }: PackageFault): Checked {
  return { findings: [finding(kind, message)], applied: [], carriesCode: false, needsScopes: ['catalog:write'] }
}

/** One product as an import takes it, with what was found on the way. */
export async function prepareProduct(
  work: Work,
  pack: Package,
  product: number,
  how: ImportHow,
  keeps: boolean,
): Promise<{ readonly wanted: Import; readonly findings: readonly TransferFinding[]; readonly carriesCode: boolean }> {
  const { registry } = work.context
  const { languages, outside: named } = pack.manifest
  const rows = await pack.records(product)
  const ready = await stage(registry, { product, rows, languages: work.moment.snapshot.languages, written: languages })
  const { outside } = await findOutside(work, named)
  const files = new ImportFiles(work, keeps)
  if (hasGrade(ready.findings, 'blocker')) {
    const wanted = { staged: ready, members: ready.members, outside, files, how }
    return { wanted, findings: ready.findings, carriesCode: ready.carriesCode }
  }
  const { members, findings } = withoutMissing(registry, ready, named, outside)
  await files.judge(pack, ready, how)
  return {
    wanted: { staged: ready, members, outside, files, how },
    findings: [...ready.findings, ...findings, ...files.findings],
    carriesCode: ready.carriesCode,
  }
}

/** PackageFault is a finding here; every other failure is thrown. Changes nothing. */
export async function checkPackage(given: Work, pack: Package, how: ImportHow, look: Look): Promise<Checked> {
  const work = await given.at()
  const findings: TransferFinding[] = [...ofManifest(pack.manifest, work.moment.snapshot.languages)]
  const applied: Applied[] = []
  let carriesCode = false
  try {
    await pack.verify()
    findings.push(...(await findOutside(work, pack.manifest.outside)).findings)
    for (const { id } of pack.manifest.products) {
      const one = await prepareProduct(work, pack, id, how, false)
      carriesCode ||= one.carriesCode
      findings.push(...one.findings)
      if (hasGrade(one.findings, 'blocker')) continue
      const tried = await tryOut(work, one.wanted, look)
      findings.push(...tried.findings)
      if (tried.applied) applied.push(tried.applied)
    }
  } catch (error) {
    if (!(error instanceof PackageFault)) throw error
    findings.push(finding(error.kind, error.message))
  }
  if (carriesCode) {
    findings.push(finding('code', 'The package carries code calculations, so importing it needs the scope code:write too.'))
  }
  const order: Readonly<Record<Grade, number>> = { blocker: 0, warning: 1, notice: 2 }
  return {
    findings: findings.toSorted((a, b) => order[a.grade] - order[b.grade]).slice(0, most),
    applied,
    carriesCode,
    needsScopes: carriesCode ? ['catalog:write', 'code:write'] : ['catalog:write'],
  }
}

/** Imports the product and takes it back. */
async function tryOut(
  work: Work,
  wanted: Import,
  look: Look,
): Promise<{ readonly findings: readonly TransferFinding[]; readonly applied: Applied | null }> {
  const { product } = wanted.staged
  try {
    const { applied, rest } = await work.transact(
      async (inside) => {
        const done = await applyProduct(inside, wanted)
        return { applied: done, rest: await look(await inside.at(), done) }
      },
      { dryRun: true },
    )
    return { applied, findings: [...effectsOf(applied, wanted), ...(await rest())] }
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    return { applied: null, findings: refusals(error, product) }
  }
}

function refusals(error: ValidationError, product: number): readonly TransferFinding[] {
  const place = error instanceof RecordRefused ? { entity: error.member.entity.name, id: error.member.record.id } : {}
  if (error.issues.length === 0) return [finding('refers-outside', error.message, { product })]
  return error.issues.map(({ field, code, message }) =>
    finding(code === 'ID_CLASH' ? 'id-clash' : 'invalid-record', message, { product, ...place, ...(field !== '' && { field }) }),
  )
}

/** What can be said before any record is looked at. */
function ofManifest(manifest: Manifest, languages: readonly string[]): readonly TransferFinding[] {
  const findings: TransferFinding[] = []
  const lacking = languages.filter((tag) => !manifest.languages.includes(tag))
  if (lacking.length > 0) {
    const message = `The package has no texts in ${lacking.join(', ')}. New records get those in ${manifest.languages[0]} where a text is required.`
    findings.push(finding('missing-language', message))
  }
  const extra = manifest.languages.filter((tag) => !languages.includes(tag))
  if (extra.length > 0) {
    findings.push(
      finding('extra-language', `The texts in ${extra.join(', ')} would be left out: this shop does not have these languages.`),
    )
  }
  if (manifest.service !== coreVersion()) {
    const message = `The package was written by version ${manifest.service.slice(0, 40)} of the service; this is ${coreVersion()}.`
    findings.push(finding('other-version', message))
  }
  return findings
}
