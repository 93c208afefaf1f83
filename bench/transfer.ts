// Measures export, import and application of products against a plain dump and load of the same rows: `npm run bench:transfer`.
// Both sides process one product at a time. The dump reads the product tables whole and writes one line of JSON per product. Nothing is
// compressed, and images are left out. The load reads the whole file and writes the same rows of the same tables, including texts, unique
// texts and references, with statements of twenty rows. Each product is one unit and one COMMIT over the same connection, as durable as the
// service's. The load checks that tables and columns are known and that cells are texts, numbers or null; the database checks keys. The
// service does more. An import decompresses, compares checksums, validates every value, rule and calculation, and proves the products. It
// tries every product of a package before it stores any. It assigns new ids, records its progress, and raises
// the versions that caches compare (one row per product, the only row that a load does not write). An application reads YAML, finds parts
// by their keys and compares them with the existing ones. The load keeps the whole file in memory; the service keeps one product at a time.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ReportedMeasure, printReport } from './support/report.js'
import type { TransferCost } from './support/transfer-run.js'

const program = fileURLToPath(new URL('support/transfer-run.js', import.meta.url))
const rounds = Number(process.env['SVC_BENCH_ROUNDS'] ?? 3)
const [questions, products] = (process.env['SVC_BENCH_SIZES'] ?? '5000,1000').split(',').map(Number) as [number, number]

const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
const resolvePath = (name: string): string => join(folder, name)

function runTransfer(act: string, database: string, file: string, shape: string, size: number): TransferCost {
  const args = [...process.execArgv, program, act, `sqlite:${resolvePath(database)}`, resolvePath(file), shape, String(size)]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }).trim().split('\n').at(-1)!) as TransferCost
}

/** Runs in a database that contains only the installation's initial records. */
function runInNewDatabase(act: string, file: string, shape: string, size: number): TransferCost {
  copyFileSync(resolvePath('empty.sqlite'), resolvePath('new.sqlite'))
  const spent = runTransfer(act, 'new.sqlite', file, shape, size)
  for (const end of ['', '-wal', '-shm']) rmSync(resolvePath(`new.sqlite${end}`), { force: true })
  return spent
}

try {
  runTransfer('dump', 'empty.sqlite', 'nothing.json', 'small', 0)
  for (const [shape, size, title] of [
    ['large', questions, `one product of ${questions} questions`],
    ['small', products, `${products} products of three questions`],
  ] as const) {
    copyFileSync(resolvePath('empty.sqlite'), resolvePath(`${shape}.sqlite`))
    runTransfer('apply', `${shape}.sqlite`, '-', shape, size)
    const spent = new Map<string, TransferCost[]>()
    for (let round = 0; round < rounds; round++) {
      for (const act of ['export', 'dump'] as const)
        note(act, runTransfer(act, `${shape}.sqlite`, `${shape}.${act}.zip`, shape, size))
      for (const [act, file] of [
        ['import', 'export'],
        ['check', 'export'],
        ['load', 'dump'],
        ['apply', 'export'],
      ] as const)
        note(act, runInNewDatabase(act, `${shape}.${file}.zip`, shape, size))
      note('apply once more', runTransfer('apply', `${shape}.sqlite`, '-', shape, size))
    }
    const measures = (['export', 'check', 'import', 'apply', 'apply once more'] as const).flatMap((act): ReportedMeasure[] => {
      const reference = act === 'export' ? 'dump' : 'load'
      const of = (key: keyof TransferCost) => ({
        ours: spent.get(act)!.map((cost) => cost[key]),
        baseline: spent.get(reference)!.map((cost) => cost[key]),
      })
      return [
        { name: `${act} against a ${reference}: CPU`, unit: 's', ...of('cpu'), ...(shape === 'large' && { goal: 4 }) },
        { name: `${act} against a ${reference}: time`, unit: 's', ...of('seconds'), ...(shape === 'large' && { goal: 4 }) },
        { name: `${act}: memory at its peak`, unit: 'MB', ...of('peak') },
      ]
    })
    printReport(`Transfer of ${title}, SQLite (medians of ${rounds})`, measures)
    function note(act: string, cost: TransferCost): void {
      spent.set(act, [...(spent.get(act) ?? []), cost])
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
