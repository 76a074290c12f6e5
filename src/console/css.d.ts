/** Style sheets, which the bundler collects into one. */
declare module '*.css'
