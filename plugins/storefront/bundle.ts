// Bundles the compiled browser modules into one script, and leaves it alone while neither they nor their libraries changed.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const compiled = fileURLToPath(new URL('.', import.meta.url))
const publicFolder = fileURLToPath(new URL('./public', import.meta.url))
const lockFile = fileURLToPath(new URL('../../../package-lock.json', import.meta.url))

function modulesBelow(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return entries.filter((name) => name.endsWith('.js') && !name.startsWith('public')).sort()
}

function sourceDigest(): string {
  const hash = createHash('sha256').update(readFileSync(lockFile))
  for (const name of modulesBelow(compiled))
    hash
      .update(name)
      .update('\0')
      .update(readFileSync(join(compiled, name)))
  return hash.digest('hex')
}

function isCurrent(digest: string): boolean {
  try {
    return readFileSync(join(publicFolder, 'digest.txt'), 'utf8') === digest
  } catch {
    return false
  }
}

/** Writes public/configurator.js beside this module; true where there was something to do. */
export async function bundleStorefront(): Promise<boolean> {
  const digest = sourceDigest()
  if (isCurrent(digest)) return false
  const { build } = await import('vite')
  await build({
    configFile: false,
    root: compiled,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: publicFolder,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: false,
      rollupOptions: {
        input: join(compiled, 'browser/main.js'),
        output: { format: 'es', entryFileNames: 'configurator.js', codeSplitting: false },
      },
    },
  })
  mkdirSync(publicFolder, { recursive: true })
  writeFileSync(join(publicFolder, 'digest.txt'), digest)
  return true
}
