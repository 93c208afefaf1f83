// Opens Sequelize for the drivers.
import type { Options, Sequelize } from 'sequelize'

/** Loaded on demand: Sequelize takes 150 ms and 28 MB, and a process that only reads an SQLite file does not need it. */
export async function createSequelize(options: Options): Promise<Sequelize> {
  const { Sequelize: Constructor } = await import('sequelize')
  return new Constructor({ ...options, logging: false })
}
