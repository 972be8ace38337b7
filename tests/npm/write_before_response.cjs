// Makes s3rver write a file before it responds: itself it waits for the end of the request only, so
// that a file could be read, or the server stopped, before all of it was there.
const { Writable } = require("node:stream");
const fs = require("fs-extra");

fs.createWriteStream = (path) => {
  const file = fs.openSync(path, "w");
  return new Writable({
    write(chunk, _encoding, done) {
      fs.writeFileSync(file, chunk);
      done();
    },
    final(done) {
      fs.closeSync(file);
      done();
    },
  });
};
