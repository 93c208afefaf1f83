// Measures export, import and application of products beside a plain dump and load of the same rows, both a product at a time: `npm run bench:transfer`.
//
// The dump reads the tables of products whole and writes a line of JSON for each product; nothing is packed, and pictures would be left
// out. The load reads that file at once and writes the same rows of the same tables, texts, unique texts and references among them, by
// statements of twenty rows, each product in a unit and a COMMIT of its own over the same connection, as durable as ours. It judges that
// tables and columns are known and cells are texts, numbers or nothing; keys are judged by the database. What ours does beyond that:
// an import unpacks, compares checksums, judges every value, rule and calculation, proves the products, tries the first of a package of
// several, and whatever is not plainly sound, before any is stored, gives new ids, notes what has landed, and raises the versions by which
// caches know of it (one row for each product, which is the only row that a load does not write). An application reads YAML, finds parts by
// their keys and compares them with what stands. The load's memory is the file's; ours holds a product at a time.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Measure, printReport } from './support/report.js'
import type { Spent } from './support/transfer-run.js'

const program = fileURLToPath(new URL('support/transfer-run.js', import.meta.url))
const rounds = Number(process.env['SVC_BENCH_ROUNDS'] ?? 3)
const [questions, products] = (process.env['SVC_BENCH_SIZES'] ?? '5000,1000').split(',').map(Number) as [number, number]

const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
const place = (name: string): string => join(folder, name)

function run(act: string, database: string, file: string, shape: string, size: number): Spent {
  const args = [program, act, `sqlite:${place(database)}`, place(file), shape, String(size)]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }).trim().split('\n').at(-1)!) as Spent
}

/** In a database that has nothing but what every shop has. */
function anew(act: string, file: string, shape: string, size: number): Spent {
  copyFileSync(place('empty.sqlite'), place('new.sqlite'))
  const spent = run(act, 'new.sqlite', file, shape, size)
  for (const end of ['', '-wal', '-shm']) rmSync(place(`new.sqlite${end}`), { force: true })
  return spent
}

try {
  run('dump', 'empty.sqlite', 'nothing.json', 'small', 0)
  for (const [shape, size, title] of [
    ['large', questions, `one product of ${questions} questions`],
    ['small', products, `${products} products of three questions`],
  ] as const) {
    copyFileSync(place('empty.sqlite'), place(`${shape}.sqlite`))
    run('apply', `${shape}.sqlite`, '-', shape, size)
    const spent = new Map<string, Spent[]>()
    for (let round = 0; round < rounds; round++) {
      for (const act of ['export', 'dump'] as const) note(act, run(act, `${shape}.sqlite`, `${shape}.${act}.zip`, shape, size))
      for (const [act, file] of [
        ['import', 'export'],
        ['check', 'export'],
        ['load', 'dump'],
        ['apply', 'export'],
      ] as const)
        note(act, anew(act, `${shape}.${file}.zip`, shape, size))
      note('apply once more', run('apply', `${shape}.sqlite`, '-', shape, size))
    }
    const measures = (['export', 'check', 'import', 'apply', 'apply once more'] as const).flatMap((act): Measure[] => {
      const beside = act === 'export' ? 'dump' : 'load'
      const of = (key: keyof Spent) => ({
        ours: spent.get(act)!.map((one) => one[key]),
        baseline: spent.get(beside)!.map((one) => one[key]),
      })
      return [
        { name: `${act}, beside a ${beside}: CPU`, unit: 's', ...of('cpu'), goal: 3 },
        { name: `${act}, beside a ${beside}: time`, unit: 's', ...of('seconds'), goal: 3 },
        { name: `${act}: memory at its peak`, unit: 'MB', ...of('peak') },
      ]
    })
    printReport(`Transfer of ${title}, SQLite (medians of ${rounds})`, measures)
    function note(act: string, one: Spent): void {
      spent.set(act, [...(spent.get(act) ?? []), one])
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
