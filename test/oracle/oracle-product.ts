// Types and readers of the oracle files in test/fixtures/oracle: products with symbolic ids, and recorded shopper sessions.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A rule in the authoring form that uses symbolic ids of questions, answers and calculations. */
export type SymbolicRule = { readonly [key: string]: unknown } | null

export interface OracleQuestion {
  readonly id: string
  readonly page: string
  readonly title: string
  readonly kind: 'choice' | 'number'
  readonly required: boolean
  readonly ordering: number
  readonly rule: SymbolicRule
  readonly min?: string
  readonly max?: string
}

export interface OracleAnswer {
  readonly id: string
  readonly question: string
  readonly title: string
  readonly ordering: number
  readonly rule: SymbolicRule
  readonly price?: string
}

export interface OracleCalculation {
  readonly id: string
  readonly name: string
  readonly type: 'formula' | 'matrix'
  readonly formula?: { readonly terms: readonly unknown[] }
  readonly matrix?: {
    readonly rows: SymbolicAxis
    readonly columns: SymbolicAxis
    readonly lookup: string
    readonly round?: number
    readonly cells: readonly { readonly row: number | string; readonly column: number | string; readonly value: string }[]
  }
}

export type SymbolicAxis = { readonly question: string } | { readonly calculation: string } | null

export interface OracleProduct {
  readonly product: { readonly id: string; readonly title: string; readonly currency: string; readonly basePrice: string }
  readonly pages: readonly { readonly id: string; readonly title: string; readonly ordering: number }[]
  readonly questions: readonly OracleQuestion[]
  readonly answers: readonly OracleAnswer[]
  readonly calculations: readonly OracleCalculation[]
}

export interface OracleStep {
  /** A question with its answer or number; null clears it. */
  readonly do: readonly (readonly [question: string, value: string | null])[]
  /** Indexes in `do` that must be rejected. */
  readonly refused?: readonly number[]
  /** One bit per question and per answer, in the product's order; hexadecimal if the file says so. */
  readonly q: string
  readonly a: string
  readonly count: number
  readonly gone: readonly string[]
  readonly total?: string
  readonly calc?: Readonly<Record<string, string | null>>
}

export interface OracleSequences {
  readonly encoding: string
  readonly sequences: readonly { readonly id: string; readonly type: string; readonly steps: readonly OracleStep[] }[]
}

/** A parsed file. `folder` is a name below test/fixtures/oracle, or a path. */
export function readOracleFile(folder: string, file: string): unknown {
  const fixtures = fileURLToPath(new URL('../../../test/fixtures/oracle', import.meta.url))
  return JSON.parse(readFileSync(`${folder.startsWith('/') ? folder : `${fixtures}/${folder}`}/${file}`, 'utf8'))
}

export function readOracleProduct(folder: string): OracleProduct {
  return readOracleFile(folder, 'product.json') as OracleProduct
}

export function readOracleSequences(folder: string): OracleSequences {
  return readOracleFile(folder, 'sequences.json') as OracleSequences
}

/** The bits of a step's `q` or `a`: true if the question's or the answer's own rule holds. */
export function parseBits(text: string, length: number, encoding: string): readonly boolean[] {
  const bits = encoding.startsWith('hex')
    ? text.replace(/./g, (digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0'))
    : text
  return Array.from({ length }, (_, index) => bits[index] === '1')
}

/** The oracle products to test: the four fixtures, or the folder in SVC_ORACLE_FOLDER. */
export function listOracleFolders(): readonly string[] {
  const own = process.env['SVC_ORACLE_FOLDER']
  return own ? [own] : ['dell-laptop', 'car-pl', 'car-selection', 'electronic-shopping']
}

/** Facts about a product's required questions, computed by other programs. */
export interface OracleFacts {
  readonly validConfigurations: string
  readonly deadAnswers: readonly string[]
  readonly neverApplyingQuestions: readonly string[]
  readonly forcedAnswers: readonly string[]
  readonly cheapest?: string
  readonly dearest?: string
}

export interface OracleGuidance {
  readonly selected: Readonly<Record<string, string>>
  readonly feasible: boolean
  readonly extendable: readonly string[]
  readonly applyingButDeadEnd: readonly string[]
  readonly completions?: string
}

export interface OracleConflict {
  readonly selected: Readonly<Record<string, string>>
  readonly want: { readonly question: string; readonly value: string }
  readonly minimalConflicts: readonly (readonly string[])[]
  readonly minimumCorrections: readonly (readonly string[])[]
}

/** Replacement rules with a defect, and the message that an author must get. */
export interface OracleDefect {
  readonly set: Readonly<Record<string, SymbolicRule>>
  readonly finding: string
  readonly at: readonly string[]
  readonly why: string
}

export const readOracleFacts = (folder: string): OracleFacts => readOracleFile(folder, 'facts.json') as OracleFacts
export const readOracleGuidance = (folder: string): readonly OracleGuidance[] =>
  readOracleFile(folder, 'guidance.json') as OracleGuidance[]
export const readOracleConflicts = (folder: string): readonly OracleConflict[] =>
  readOracleFile(folder, 'conflicts.json') as OracleConflict[]
export const readOracleDefects = (folder: string): readonly OracleDefect[] =>
  readOracleFile(folder, 'defects.json') as OracleDefect[]
