"""Native tests: C made from a transition system (`program`), compiled (`compiler`), loaded (`library`) and
searched with (`search`). `supplier` is the door."""

from maymust.engines.auto.suppliers.native.supplier import NativeTests

__all__ = ["NativeTests"]
