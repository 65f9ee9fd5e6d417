// SPDX-License-Identifier: MIT
// In one call each; a failure is a fault of the test.
#include "support/compress.hpp"

#include <cassert>

#include <zlib.h>
#include <zstd.h>

namespace phasebox::test {

std::string gzipped(std::string_view text) {
  z_stream z{};
  [[maybe_unused]] int state =
      deflateInit2(&z, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  assert(state == Z_OK);
  std::string bytes(deflateBound(&z, text.size()), '\0');
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  z.avail_in = static_cast<uInt>(text.size());
  z.next_out = reinterpret_cast<Bytef*>(bytes.data());
  z.avail_out = static_cast<uInt>(bytes.size());
  state = deflate(&z, Z_FINISH);
  assert(state == Z_STREAM_END);
  bytes.resize(z.total_out);
  deflateEnd(&z);
  return bytes;
}

std::string zstandard(std::string_view text) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  std::string bytes(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size =
      ZSTD_compress2(context, bytes.data(), bytes.size(), text.data(), text.size());
  assert(!ZSTD_isError(size));
  bytes.resize(size);
  ZSTD_freeCCtx(context);
  return bytes;
}

}  // namespace phasebox::test
