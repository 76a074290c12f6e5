#!/usr/bin/env node
/**
 * The command `scriptorium`. It runs with any Node.js from version 18 on, hence its plain JavaScript, and runs the program with a
 * Node.js that is new enough: this one, or else the one that npm installed with Scriptorium.
 */
'use strict'
var fs = require('fs')
var path = require('path')
var url = require('url')

/** That of package-lock.json, on which the tests run. */
var NODE_MAJOR = 24

var root = path.join(__dirname, '..')
// A checkout runs its TypeScript. A package has JavaScript, since Node.js strips no types below node_modules.
var program = ['src/cli/main.ts', 'dist/src/cli/main.js']
  .map(function (file) {
    return path.join(root, file)
  })
  .find(fs.existsSync)

// Compiled modules are kept for the next start, also of child processes: it takes half the time (0.74 s instead of 1.4 for the service).
// Where this folder cannot be written to, Node.js goes on without them.
process.env.NODE_COMPILE_CACHE =
  process.env.NODE_COMPILE_CACHE || path.join(root, 'node_modules', '.cache', 'compiled')

if (program === undefined) {
  fail('the program is missing. Install Scriptorium again.')
} else if (parseInt(process.versions.node, 10) >= NODE_MAJOR) {
  require('module').enableCompileCache()
  process.argv[1] = program
  void start()
} else {
  runWith(installedNode())
}

async function start() {
  // Not the one of the working directory, which may be of another program.
  var variables = path.join(root, '.env')
  if (fs.existsSync(variables)) {
    var envFile = path.join(path.dirname(program), 'env-file' + path.extname(program))
    var faults = (await load(envFile)).readEnvFile(variables)
    if (faults.length > 0) return fail(faults.join('\nscriptorium: '))
  }
  await load(program)
}

/** A module, by its path. */
function load(file) {
  return import(url.pathToFileURL(file).href)
}

/** The executable of the optional dependency for this platform, or null. */
function installedNode() {
  try {
    var manifest = require.resolve('node-' + process.platform + '-' + process.arch + '/package.json')
    return path.join(path.dirname(manifest), 'bin', 'node')
  } catch {
    return null
  }
}

/** Runs this file again. */
function runWith(node) {
  var remedy =
    'Scriptorium needs Node.js ' +
    NODE_MAJOR +
    ', and this is ' +
    process.version +
    '. ' +
    'Install Node.js ' +
    NODE_MAJOR +
    ', or install Scriptorium again with npm install --include=optional, which brings it.'
  if (node === null) return fail(remedy)
  var child = require('child_process').spawn(node, [__filename].concat(process.argv.slice(2)), {
    stdio: 'inherit',
  })
  var signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  signals.forEach(function (signal) {
    process.on(signal, function () {
      child.kill(signal)
    })
  })
  // Such as with musl, for which there is no build.
  child.on('error', function () {
    fail(remedy)
  })
  child.on('exit', function (code, signal) {
    if (signal === null) return process.exit(code)
    signals.forEach(function (name) {
      process.removeAllListeners(name)
    })
    process.kill(process.pid, signal)
  })
}

function fail(message) {
  process.stderr.write('scriptorium: ' + message + '\n')
  process.exit(1)
}
