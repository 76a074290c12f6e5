import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../service/config.ts'
import { databaseAddress } from './configured-database.ts'

test('the address of a PostgreSQL database, reached by host or by socket, contains no secrets', () => {
  const addresses = {
    'postgres://me:secret@db.example:5433/jobs?sslmode=require': 'db.example:5433/jobs',
    'postgresql://localhost': 'localhost',
    'postgres:///jobs?host=/run/postgresql': '/run/postgresql/jobs',
    'postgres://me:s%40cret@/jobs?host=%2Frun%2Fpostgresql&port=5433': '/run/postgresql/jobs',
    'postgres://%2Frun%2Fpostgresql/jobs': '%2Frun%2Fpostgresql/jobs',
  }
  for (const [url, address] of Object.entries(addresses)) {
    const { storage } = readConfig({ DATABASE_URL: url })
    assert.equal(storage.databaseUrl, url)
    assert.equal(databaseAddress(storage), address)
  }
})
